// Games kept as logs: begin or load one, add events by tapping, see points at once, undo, verify.
import { announce, ask, cap, facts, h, s, say } from "./dom.js";
import * as amyitis from "./amyitis.js";
import * as babylonia from "./babylonia.js";

const game = { amyitis, babylonia }[facts.game];
const STORED = `semiramis-${facts.game}-1`;
const NOT_MOVES = ["track", "gap"]; // noted in the log, never refused
const area = document.getElementById("log"), answer = document.getElementById("answer"), begin = document.getElementById("begin"), box = document.getElementById("log-box");
const state = { data: null, look: null, gone: [], refused: null, verdicts: null, written: {}, ui: game.freshTools() };
let holder = null; // the map of state.look, kept while only the tools change

const word = (key) => facts.words[`g-${key}`] ?? facts.words[key] ?? key;
const button = (words, onclick, more = {}) => h("button", { type: "button", class: "button", onclick, ...more }, words);
const isLog = () => Array.isArray(state.data?.events);
// One change after the other, however fast somebody taps.
let last = Promise.resolve();
const inTurn = (change) => (...given) => { last = last.then(() => change(...given)); return last; };
const desk = { state, word, button, add: inTurn(add), show, render: () => render(), redraw: () => { holder = null; render(); } };

// ---- the log --------------------------------------------------------------------------------------------------------------
function use(look, data = look.state) {
  Object.assign(state, { data, look, verdicts: null, refused: null });
  holder = null;
  area.value = data.events ? [JSON.stringify({ ...data, events: undefined }), ...data.events.map((e) => JSON.stringify(e))].join("\n") : JSON.stringify(data);
  try { localStorage.setItem(STORED, area.value); } catch { /* private mode: nothing is remembered */ }
  render();
}

async function load(text, ui = {}) {
  Object.assign(state, { gone: [], written: {}, ui: { ...game.freshTools(), ...ui } });
  try {
    use(await ask("look", { game: facts.game, state: text }));
  } catch (error) {
    Object.assign(state, { data: null, look: null });
    render(error.message);
  }
}

async function show(data) {
  use(await ask("look", { game: facts.game, state: data }), data);
}

// An event that a rule forbids is told and not kept. Returns the rule's code, or null.
async function add(event) {
  const next = { ...state.data, events: [...state.data.events, event] };
  let look;
  try { look = await ask("look", { game: facts.game, state: next }); } catch (error) { return refuse(error.code, error.message); }
  const stop = look.table.stop;
  if (stop && !NOT_MOVES.includes(event.do)) return refuse(stop.code, look.score.findings[0].sentence);
  state.gone = [];
  use(look, next);
  announce(latest().map((l) => l.text).join(" · ") || turnWords());
  return null;
}

function refuse(code, sentence) {
  state.refused = { code, sentence };
  render();
  announce(sentence);
  return code;
}

const undo = inTurn(() => travel((events) => { if (events.length) state.gone.push(events.pop()); }));
const redo = inTurn(() => travel((events) => { if (state.gone.length) events.push(state.gone.pop()); }));
async function travel(step) {
  if (!isLog()) return;
  const events = [...state.data.events];
  step(events);
  if (events.length !== state.data.events.length) await show({ ...state.data, events }).catch((error) => render(error.message));
}

// ---- what was scored ------------------------------------------------------------------------------------------------------
function lines() {
  const told = [...state.look.score.explanation], out = [];
  for (const step of state.look.score.events) for (const a of step.awards) out.push({ turn: step.turn, event: step.event, player: a.player, points: a.points, text: told.shift() ?? "" });
  return out;
}

const latest = () => lines().filter((l) => l.event === state.data.events?.length);
const sentence = (text) => cap(text.replace(/^.*?#\d+: /, ""));
const turnWords = () => (state.look.table.over ? say("game-over") : say("turn-of", { turn: state.look.table.turn, player: state.data.players[state.look.table.player] }));

function turnCard() {
  const table = state.look.table;
  if (!table) return null;
  const all = lines();
  let shown = all.filter((l) => l.turn === table.turn), title = say("turn-points");
  if (!shown.length && !table.placed && state.look.score.events.length) {
    const before = state.look.score.events.at(-1).turn;
    [shown, title] = [all.filter((l) => l.turn === before), say("turn-points-last")];
  }
  const sums = state.data.players.map((name, p) => [name, shown.filter((l) => l.player === p).reduce((sum, l) => sum + l.points, 0)]).filter(([, points]) => points);
  return h("section", { class: "card", id: "turn" }, h("h2", {}, title),
    sums.length ? h("p", { class: "sums" }, sums.map(([name, points]) => h("span", { class: "chip" }, `${name} +${points}`))) : h("p", { class: "quiet" }, say("turn-none")),
    shown.length ? h("ul", { class: "plainlist quiet" }, shown.map((l) => h("li", {}, sentence(l.text)))) : null);
}

function sheetCard() {
  const { columns, players, complete } = state.look.score;
  const total = (p) => (p.total === p.most ? String(p.total) : p.most === null ? (isLog() ? String(p.total) : `≥ ${p.total}`) : `${p.total}–${p.most}`);
  return h("section", { class: "card", id: "sheet" }, h("h2", {}, say("turns-sheet")), h("div", { class: "map", tabindex: 0, role: "region", "aria-label": say("turns-sheet") }, h("table", { class: "grid" },
    h("thead", {}, h("tr", {}, h("td", {}), players.map((p) => h("th", { scope: "col" }, p.player)))),
    h("tbody", {}, columns.map((c) => h("tr", {}, h("th", { scope: "row" }, cap(word(c))), players.map((p) => h("td", { class: "number" }, String(p.points[c]))))),
      h("tr", { class: "total" }, h("th", { scope: "row" }, cap(say("total"))), players.map((p) => h("td", { class: "number", "data-total": p.player }, total(p)))),
      complete ? h("tr", {}, h("th", { scope: "row" }, cap(word("rank"))), players.map((p) => h("td", { class: "number" }, `${p.rank}.`))) : null))));
}

// Everybody's points after every turn, as lines that differ by colour and by dashes.
function trackCard() {
  const steps = state.look.score.track, names = state.data.players;
  if (steps.length < 2) return null;
  const wide = 560, tall = 220, left = 34, right = 96, foot = 22;
  const top = Math.max(10, ...steps.at(-1).points), x = (i) => left + ((wide - left - right) * i) / (steps.length - 1), y = (v) => 12 + (tall - 12 - foot) * (1 - v / top);
  const ends = names.map((name, p) => ({ name, p, points: steps.at(-1).points[p] })).sort((a, b) => b.points - a.points);
  let floor = -Infinity;
  const labels = ends.map(({ name, p, points }) => {
    floor = Math.max(y(points), floor + 17);
    return s("text", { x: wide - right + 8, y: floor + 5, class: `series-${p}` }, `${points} ${name.length > 9 ? `${name.slice(0, 8)}…` : name}`);
  });
  const marks = [0, Math.round(top / 2), top].map((v) => [s("line", { class: "rule", x1: left, x2: wide - right, y1: y(v), y2: y(v) }), s("text", { class: "mark", x: left - 6, y: y(v) + 4, "text-anchor": "end" }, String(v))]);
  const label = `${say("track-title")}: ${ends.map((e) => `${e.name} ${e.points}`).join(", ")}`;
  return h("section", { class: "card", id: "track" }, h("h2", {}, say("track-title")), s("svg", { class: "chart", viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": label }, marks,
    names.map((_, p) => s("polyline", { class: `series-${p}`, points: steps.map((t, i) => `${x(i).toFixed(1)},${y(t.points[p]).toFixed(1)}`).join(" ") })), labels,
    s("text", { class: "mark", x: left, y: tall - 4 }, `${cap(word("turn"))} ${steps[0].turn}`), s("text", { class: "mark", x: wide - right, y: tall - 4, "text-anchor": "end" }, String(steps.at(-1).turn))));
}

function eventsCard() {
  const told = [...state.look.score.explanation].reverse();
  return told.length ? h("details", { class: "card", id: "events" }, h("summary", {}, h("strong", {}, `${say("turns-events")} (${told.length})`)), h("ul", { class: "plainlist scroll", tabindex: 0, "aria-label": say("turns-events") }, told.map((line) => h("li", {}, cap(line))))) : null;
}

function findingsCard() {
  const found = state.look.score.findings;
  return found.length ? h("section", { class: "card note wrong", id: "findings" }, h("h2", {}, `⚠ ${say("turns-findings")}`), h("ul", {}, found.slice(0, 40).map((f) => h("li", {}, f.sentence)))) : null;
}

function verifyCard() {
  const out = h("div", { role: "status" });
  for (const v of state.verdicts ?? []) {
    const good = v.status === "right" || v.status === "possible", idle = v.status === "not-written";
    out.append(h("p", { class: idle ? "quiet" : good ? "good" : "bad" }, `${idle ? "" : good ? "✓ " : "✗ "}${v.player}: ${v.written ?? "–"} · ${word(v.status)}`), h("ul", { class: "quiet" }, v.reasons.map((r) => h("li", {}, r))));
  }
  const submit = async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(state.written).filter(([, v]) => /^\d+$/.test(v)).map(([k, v]) => [k, Number(v)]));
    try { state.verdicts = (await ask("verify", { game: facts.game, state: state.data, sheet: given })).verdicts; render(); } catch (error) { out.replaceChildren(h("p", { class: "bad" }, error.message)); }
  };
  return h("section", { class: "card", id: "verify" }, h("h2", {}, say("turns-verify")), h("form", { onsubmit: submit }, h("div", { class: "sheet-grid" }, state.data.players.map((name) => h("label", {}, name, h("input", { name, inputmode: "numeric", maxlength: 4, value: state.written[name] ?? "", oninput: (e) => { state.written[name] = e.target.value; } })))),
    h("button", { class: "button primary", id: "verify-go" }, say("verify-go"))), out);
}

// ---- the map --------------------------------------------------------------------------------------------------------------
// Arrow keys go to the nearest neighbour in that direction, Enter taps: one tab stop for the whole map.
function reachable(root, selector, tap) {
  const spots = [...root.querySelectorAll(selector)];
  root.setAttribute("role", "group");
  spots.forEach((spot, i) => {
    for (const [name, value] of [["role", "button"], ["tabindex", i ? -1 : 0], ["aria-label", spot.querySelector("title")?.textContent ?? Object.values(spot.dataset)[0]]]) spot.setAttribute(name, value);
  });
  const middle = (node) => { const b = node.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
  root.addEventListener("click", (event) => { const spot = event.target.closest(selector); if (spot) tap(spot); });
  root.addEventListener("keydown", (event) => {
    const spot = event.target.closest(selector);
    if (!spot) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); tap(spot); return; }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const from = middle(spot);
    const far = (node) => { const at = middle(node), d = [at[0] - from[0], at[1] - from[1]], on = d[0] * way[0] + d[1] * way[1], off = Math.abs(d[0] * way[1] + d[1] * way[0]); return on > 3 && off <= on * 1.2 ? on + 2 * off : Infinity; };
    const next = spots.reduce((best, node) => (node !== spot && far(node) < far(best) ? node : best), spot);
    spot.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  });
}

function mapHolder() {
  if (holder) return holder;
  const drawn = new DOMParser().parseFromString(state.look.drawing, "image/svg+xml").documentElement;
  const root = document.importNode(drawn, true);
  holder = h("div", { class: `map ${facts.game}`, tabindex: isLog() ? null : 0, role: "region", "aria-label": say("turns-map") }, root);
  if (isLog()) { game.prepare(root, desk); reachable(root, game.SPOTS, (spot) => game.tap(spot, desk)); }
  return holder;
}

function mapCard() {
  if (!state.look.drawing) return null;
  const table = state.look.table, stopped = table?.stop;
  const bar = isLog() ? h("div", { class: "turn-bar" }, h("p", { class: "whose", id: "whose" }, h("strong", {}, turnWords())),
    button("↶", undo, { class: "button square", "aria-label": say("undo"), title: say("undo"), disabled: !state.data.events.length, id: "undo" }),
    button("↷", redo, { class: "button square", "aria-label": say("redo"), title: say("redo"), disabled: !state.gone.length, id: "redo" })) : null;
  const refused = state.refused ? h("p", { class: "note wrong", role: "alert", id: "refused" }, `⚠ ${state.refused.sentence}`) : null;
  return h("section", { class: "card board-card", id: "map" }, h("h2", { class: "sr" }, say("turns-map")), bar, refused, isLog() && !table.over && !stopped ? game.tools(desk) : null, mapHolder());
}

function render(problem = null) {
  const has = state.look !== null;
  document.getElementById("log-save").disabled = !has;
  answer.hidden = !has && !problem;
  begin.hidden = has;
  const active = document.activeElement, focus = active?.id || null, mark = active?.dataset?.mark, spot = holder?.contains(active) ? active : null;
  const at = answer.querySelector("#map .map"), [left, top] = [at?.scrollLeft ?? 0, at?.scrollTop ?? 0];
  const trouble = problem ? h("section", { class: "card note wrong", role: "alert", id: "problem" }, problem) : null;
  const again = has ? h("p", {}, button(say("start-over"), startOver, { class: "button small", id: "start-over" })) : null;
  const main = has ? h("div", { class: "side" }, mapCard(), game.extra?.(desk) ?? null, findingsCard()) : null;
  const side = has ? h("div", { class: "side" }, isLog() ? turnCard() : null, sheetCard(), trackCard(), verifyCard(), eventsCard(), again) : null;
  answer.replaceChildren(...[trouble, main, side].filter(Boolean));
  const map = answer.querySelector("#map .map");
  if (map) [map.scrollLeft, map.scrollTop] = [left, top];
  if (spot?.isConnected) spot.focus({ preventScroll: true });
  else if (mark) answer.querySelector(`[data-mark="${mark}"]`)?.focus({ preventScroll: true });
  else if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

// ---- coming and going -----------------------------------------------------------------------------------------------------
function startOver() {
  if (!window.confirm(say("turns-over-sure"))) return;
  Object.assign(state, { data: null, look: null, gone: [], refused: null, written: {}, ui: game.freshTools() });
  area.value = "";
  try { localStorage.removeItem(STORED); } catch { /* nothing was remembered */ }
  render();
}

function save() {
  const link = h("a", { href: URL.createObjectURL(new Blob([area.value], { type: "application/json" })), download: `${facts.game}.jsonl` });
  link.click();
  URL.revokeObjectURL(link.href);
}

function listen() {
  document.getElementById("new-game").addEventListener("submit", async (event) => {
    event.preventDefault();
    const names = new FormData(event.target).getAll("player").map((name) => name.trim()).filter(Boolean);
    try { const { header, ui } = await game.begin(names, event.submitter?.name); await load(JSON.stringify(header), ui); } catch (error) { render(error.message); }
  });
  document.getElementById("log-form").addEventListener("submit", (event) => { event.preventDefault(); load(area.value); });
  document.getElementById("log-file").addEventListener("change", async (event) => { const file = event.target.files[0]; if (file) load(await file.text()); event.target.value = ""; });
  document.getElementById("log-example").addEventListener("click", async () => {
    try { const { states } = await ask("play", { game: facts.game, seed: 1 + Math.floor(Math.random() * 1e6), players: 3 }); await load(JSON.stringify(states[0])); } catch (error) { render(error.message); }
  });
  document.getElementById("log-save").addEventListener("click", save);
  document.addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || /^(INPUT|TEXTAREA)$/.test(e.target.tagName)) return;
    if (e.key === "z" && !e.shiftKey) { e.preventDefault(); undo(); } else if (e.key === "y" || (e.key.toLowerCase() === "z" && e.shiftKey)) { e.preventDefault(); redo(); }
  });
}

function remembered() {
  try { return localStorage.getItem(STORED) ?? ""; } catch { return ""; }
}

listen();
box.open = false;
const first = area.value.trim() || remembered();
if (first) load(first);
