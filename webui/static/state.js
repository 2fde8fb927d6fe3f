// All gardens of one game, what the server says about them, and every change that can be taken back.
import { announce, ask, fetchJson, h, say, tell } from "./dom.js";

export const MOST = 4;
const MOST_UNDO = 60, MOST_LOOKS = 300, STORED = "semiramis-table-1", EARLIER = "semiramis-earlier-1", RULES = "semiramis-rules-1";
export const state = { players: [], current: 0, view: "plan", line: null, open: null, cell: null, focus: [0, 0], corners: null, verdict: null, rules: loadRules() };
let looks = new Map(); // garden text -> what the server said about it
let drawAll = () => {};

export const player = () => state.players[state.current];
export const button = (words, onclick, more = {}) => h("button", { type: "button", class: "button", onclick, ...more }, words);
export const nameOf = (p) => p.name || say("player", { number: state.players.indexOf(p) + 1 });
// A photo shows no covered pieces, so those it cannot list are no fault of the garden.
export const settingsOf = (p) => ({ ...state.rules, hidden_listed: !p.scan });
const lookKey = (p, garden) => JSON.stringify([settingsOf(p), garden]);
export const lookOf = (p) => (p?.garden ? looks.get(lookKey(p, p.garden)) : null);
export const totalOf = (p) => lookOf(p)?.score.score.total;

export const drawWith = (draw) => { drawAll = draw; };
export const render = () => drawAll();

export async function lookAt(p, garden) {
  const key = lookKey(p, garden), known = looks.get(key);
  if (known) return known;
  const seen = await ask("look", { state: garden, settings: settingsOf(p) });
  if (looks.size > MOST_LOOKS) looks = new Map();
  looks.set(key, seen);
  return seen;
}

export function newPlayer(more) {
  if (state.players.length >= MOST) { tell(say("too-many")); return null; }
  const p = { name: "", garden: null, past: [], future: [], scan: null, kept: null, safe: null, asked: 0, turn: 0, written: {}, busy: null, error: null, ...more };
  state.players.push(p);
  show(state.players.length - 1);
  return p;
}

export function show(number) {
  Object.assign(state, { current: number, cell: null, line: null, open: null, verdict: null, corners: null });
}

// Private mode has no memory: then nothing is remembered.
function recall(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
}
function remember(key, what) {
  try { localStorage.setItem(key, JSON.stringify(what)); } catch { /* see above */ }
}

function loadRules() {
  return recall(RULES, {});
}

export function setRule(name, value) {
  state.rules = { ...state.rules, [name]: value };
  remember(RULES, state.rules);
  state.verdict = null;
  refresh();
}

export function store() {
  const kept = state.players.filter((p) => p.garden).map(({ name, garden, past, future, scan, kept: id, safe, asked, turn, written }) => ({ name, garden, past: past.slice(-10), future: future.slice(-10), scan, kept: id, safe, asked, turn, written }));
  remember(STORED, kept);
}

// ---- the game before this one: what is opened in its place shall not cost it ----------------------------------------------------
const textOf = (garden) => JSON.stringify(garden);
// `safe`: the garden as it also lies somewhere else, kept or in a link.
export const isSafe = (p) => p.safe === textOf(p.garden);
export const markSafe = (p) => { p.safe = textOf(p.garden); };
export const hasEarlier = () => recall(EARLIER, []).length > 0;

function putAside() {
  const game = recall(STORED, []);
  if (game.some((p) => p.garden.tiles.length && !isSafe(p))) remember(EARLIER, game);
}

export async function bringBack() {
  const now = recall(STORED, []), before = recall(EARLIER, []);
  state.players = [];
  before.forEach(newPlayer);
  remember(EARLIER, now);
  show(0);
  await refresh();
}

async function fromLink(asked) {
  const found = await Promise.all(asked.getAll("g").slice(0, MOST).map(async (text, i) => ({ name: asked.getAll("n")[i] ?? "", garden: (await ask("look", { state: text })).garden })));
  putAside();
  found.forEach((more) => markSafe(newPlayer(more)));
  show(0);
}

async function fromKept(id) {
  const found = await fetchJson(`/api/v1/gardens/${encodeURIComponent(id)}`);
  const scan = found.view ? { id: null, photo: found.photo, view: found.view, probability: found.probability ?? 1, questions: [] } : null;
  putAside();
  markSafe(newPlayer({ name: found.player ?? "", garden: found.garden, written: found.sheet ?? {}, kept: found.id, scan }));
  state.view = scan ? "photo" : "plan";
}

export async function restore() {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("g") && !asked.has("kept")) return recall(STORED, []).forEach(newPlayer);
  history.replaceState(null, "", "/");
  try { await (asked.has("g") ? fromLink(asked) : fromKept(asked.get("kept"))); } catch (error) {
    recall(STORED, []).forEach(newPlayer); // what cannot be opened costs nothing
    throw error;
  }
}

// Whether a person said more about the garden than its newest scan.
export const changed = (p) => p.past.length > 0 && !p.past.at(-1).scan;

const announceTotal = (p) => announce(`${say("total")} ${totalOf(p)}`);

export async function change(garden, more = {}) {
  const p = player();
  if (garden === p.garden) return;
  p.past = [...p.past, { garden: p.garden, asked: p.asked }].slice(-MOST_UNDO);
  p.future = [];
  Object.assign(p, { garden, ...more });
  state.verdict = null;
  await refresh();
  announceTotal(p);
}

async function travel(from, to) {
  const p = player(), step = p?.[from].pop();
  if (!step) return;
  p[to].push({ garden: p.garden, asked: p.asked, ...(step.scan && { scan: p.scan, turn: p.turn }) });
  Object.assign(p, step);
  state.verdict = null;
  await refresh();
  announceTotal(p);
}
export const undo = () => travel("past", "future"), redo = () => travel("future", "past");

export async function refresh() {
  for (const p of state.players) {
    if (!p.garden || lookOf(p)) continue;
    try {
      await lookAt(p, p.garden);
      p.error = null;
    } catch (error) { p.error = { code: error.code, hint: error.message }; }
  }
  store();
  render();
}

export const sheetOf = (p) => Object.fromEntries(Object.entries(p.written).filter(([, v]) => /^\d+$/.test(v)).map(([k, v]) => [k, Number(v)]));

export function removePlayer() {
  const p = player();
  if (p.garden?.tiles.length && !window.confirm(say("remove-sure", { name: nameOf(p) }))) return;
  state.players.splice(state.current, 1);
  show(Math.max(0, state.current - 1));
  store();
  render();
}

export function startOver() {
  if (!window.confirm(say("start-over-sure"))) return;
  putAside();
  state.players = [];
  show(0);
  store();
  render();
}
