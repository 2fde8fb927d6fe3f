// All gardens of one game, what the server says about them, and every change that can be taken back.
import { announce, ask, fetchJson, h, say, tell } from "./dom.js";

export const MOST = 4;
const MOST_UNDO = 60, MOST_LOOKS = 300, STORED = "semiramis-table-1", RULES = "semiramis-rules-1";
export const state = { players: [], current: 0, view: "plan", line: null, cell: null, focus: [0, 0], corners: null, verdict: null, rules: loadRules() };
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
  const p = { name: "", garden: null, past: [], future: [], scan: null, asked: 0, turn: 0, written: {}, busy: null, error: null, ...more };
  state.players.push(p);
  show(state.players.length - 1);
  return p;
}

export function show(number) {
  Object.assign(state, { current: number, cell: null, line: null, verdict: null, corners: null });
}

function loadRules() {
  try { return JSON.parse(localStorage.getItem(RULES) ?? "{}"); } catch { return {}; }
}

export function setRule(name, value) {
  state.rules = { ...state.rules, [name]: value };
  try { localStorage.setItem(RULES, JSON.stringify(state.rules)); } catch { /* private mode: nothing is remembered */ }
  state.verdict = null;
  refresh();
}

export function store() {
  const kept = state.players.filter((p) => p.garden).map(({ name, garden, past, future, scan, asked, turn, written }) => ({ name, garden, past: past.slice(-10), future: future.slice(-10), scan, asked, turn, written }));
  try { localStorage.setItem(STORED, JSON.stringify(kept)); } catch { /* private mode: nothing is remembered */ }
}

async function fromLink(asked) {
  const found = await Promise.all(asked.getAll("g").slice(0, MOST).map(async (text, i) => ({ name: asked.getAll("n")[i] ?? "", garden: (await ask("look", { state: text })).garden })));
  found.forEach(newPlayer);
  state.current = 0;
}

async function fromKept(id) {
  const found = await fetchJson(`/api/v1/gardens/${encodeURIComponent(id)}`);
  const scan = found.view ? { id: null, kept: found.id, keptAs: JSON.stringify(found.garden), photo: found.photo, view: found.view, probability: found.probability ?? 1, questions: [] } : null;
  newPlayer({ name: found.player ?? "", garden: found.garden, written: found.sheet ?? {}, scan });
  state.view = scan ? "photo" : "plan";
}

export async function restore() {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("g") && !asked.has("kept")) {
    try { for (const p of JSON.parse(localStorage.getItem(STORED) ?? "[]")) newPlayer(p); } catch { /* an older page's leftovers */ }
    return;
  }
  history.replaceState(null, "", "/");
  await (asked.has("g") ? fromLink(asked) : fromKept(asked.get("kept")));
}

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
  p[to].push({ garden: p.garden, asked: p.asked });
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
  state.players = [];
  show(0);
  store();
  render();
}
