// Games kept as logs: load, score turn by turn, tap the map, undo, verify.
import { announce, ask, cap, drawing, facts, h, say } from "./dom.js";

const area = document.getElementById("log"), answer = document.getElementById("answer");
const FINAL = ["tokens", "final"]; // a table at its end, not a log
const TOKENS = ["farmer", "priest", "merchant", "servant"];
const state = { data: null, gone: [], score: null, svg: "", verdicts: null, written: {}, token: "farmer", error: null };
const word = (key) => facts.words[`g-${key}`] ?? key;
const button = (words, onclick, more = {}) => h("button", { type: "button", class: "button", onclick, ...more }, words);

function read(text) {
  try {
    const data = JSON.parse(text);
    return data && !Array.isArray(data) && !FINAL.some((key) => key in data) ? { ...data, events: data.events ?? [] } : data;
  } catch { /* perhaps JSON lines */ }
  const lines = text.split("\n").filter((line) => line.trim());
  const [header, ...events] = lines.map((line) => JSON.parse(line));
  return { ...header, events };
}

async function load(text) {
  Object.assign(state, { gone: [], verdicts: null, written: {} });
  try {
    const data = read(text);
    if (typeof data !== "object" || data === null) throw new SyntaxError("JSON");
    await show(data);
  } catch (error) {
    state.data = null;
    render(error.code ? error.message : `JSON: ${error.message}`);
  }
}

async function show(data) {
  const score = await ask("score", { game: facts.game, state: data });
  const svg = await drawing({ game: facts.game, state: data });
  Object.assign(state, { data, score, svg, verdicts: null });
  area.value = data.events ? [JSON.stringify({ ...data, events: undefined }), ...data.events.map((e) => JSON.stringify(e))].join("\n") : JSON.stringify(data);
  render();
}

async function add(event) {
  const next = { ...state.data, events: [...(state.data.events ?? []), event] };
  state.gone = [];
  await show(next).catch((error) => render(error.message));
  const finding = state.score?.findings[0];
  announce(finding ? finding.sentence : (state.score?.explanation.at(-1) ?? ""));
}

async function undo() {
  const events = [...(state.data?.events ?? [])];
  if (!events.length) return;
  state.gone.push(events.pop());
  await show({ ...state.data, events });
}

async function redo() {
  if (state.gone.length) await show({ ...state.data, events: [...state.data.events, state.gone.pop()] });
}

function sheet() {
  const { columns, players, complete } = state.score;
  const total = (p) => (p.total === p.most ? String(p.total) : p.most === null ? `≥ ${p.total}` : `${p.total}–${p.most}`);
  return h("section", { class: "card", id: "sheet" }, h("h2", {}, say("turns-sheet")), h("div", { class: "map", tabindex: 0, role: "region", "aria-label": say("turns-sheet") }, h("table", { class: "grid" },
    h("thead", {}, h("tr", {}, h("td", {}), players.map((p) => h("th", { scope: "col" }, p.player)))),
    h("tbody", {}, columns.map((c) => h("tr", {}, h("th", { scope: "row" }, cap(word(c))), players.map((p) => h("td", { class: "number" }, String(p.points[c]))))),
      h("tr", { class: "total" }, h("th", { scope: "row" }, cap(say("total"))), players.map((p) => h("td", { class: "number", "data-total": p.player }, total(p)))),
      complete ? h("tr", {}, h("th", { scope: "row" }, cap(word("rank"))), players.map((p) => h("td", { class: "number" }, `${p.rank}.`))) : null))));
}

function events() {
  const lines = [...state.score.explanation].reverse();
  return h("section", { class: "card", id: "events" }, h("h2", {}, say("turns-events")), h("ul", { class: "plainlist scroll", tabindex: 0, "aria-label": say("turns-events") }, lines.map((line) => h("li", {}, cap(line)))));
}

function findings() {
  const found = state.score.findings;
  return found.length ? h("section", { class: "card note wrong", id: "findings" }, h("h2", {}, `⚠ ${say("turns-findings")}`), h("ul", {}, found.slice(0, 40).map((f) => h("li", {}, f.sentence)))) : null;
}

function map() {
  const holder = h("div", { class: "map", tabindex: 0, role: "region", "aria-label": say("turns-map") });
  const drawn = new DOMParser().parseFromString(state.svg, "image/svg+xml").documentElement;
  holder.append(document.importNode(drawn, true));
  const taps = facts.game === "babylonia" && state.data.events;
  if (taps) holder.addEventListener("click", (event) => tap(event.target.closest("[data-hex]")));
  return h("section", { class: "card", id: "map" }, h("h2", {}, say("turns-map")), taps ? tools() : null, holder);
}

function tools() {
  const pick = (token) => () => { state.token = token; render(); };
  return h("div", {}, h("p", { class: "quiet" }, `${say("turns-tap")} ${say("turns-score-site")}.`), h("div", { class: "buttons", role: "group", "aria-label": say("turns-token") },
    TOKENS.map((token) => button(cap(word(token)), pick(token), { class: "button small", "aria-pressed": String(state.token === token), "data-token": token })),
    button(say("turns-end"), () => add({ do: "end" }), { class: "button small primary", id: "end-turn" })));
}

function tap(hex) {
  if (!hex) return;
  const site = hex.querySelector("title")?.textContent.match(/\b([TZ]\d+)\b/)?.[1];
  const tile = site && (site.startsWith("Z") || /^[MSP]+$/.test(state.data.tiles?.[site] ?? ""));
  add(tile ? { do: "score", site } : { do: "place", token: state.token, hex: hex.dataset.hex.split(",").map(Number) });
}

function verify() {
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
  return h("section", { class: "card", id: "verify" }, h("h2", {}, say("turns-verify")), h("form", { onsubmit: submit }, h("div", { class: "sheet-grid" }, state.score.players.map((p) => h("label", {}, p.player, h("input", { name: p.player, inputmode: "numeric", maxlength: 4, value: state.written[p.player] ?? "", oninput: (e) => { state.written[p.player] = e.target.value; } })))),
    h("button", { class: "button primary" }, say("verify-go"))), out);
}

function render(problem = null) {
  const has = state.data !== null, log = has && Array.isArray(state.data.events);
  document.getElementById("log-undo").disabled = !log || !state.data.events.length;
  document.getElementById("log-redo").disabled = !state.gone.length;
  document.getElementById("log-save").disabled = !has;
  answer.hidden = !has && !problem;
  const trouble = problem ? h("section", { class: "card note wrong", role: "alert", id: "problem" }, problem) : null;
  const focus = document.activeElement?.id || null, token = document.activeElement?.dataset?.token;
  const left = answer.querySelector("#map .map")?.scrollLeft ?? 0;
  answer.replaceChildren(...[trouble, ...(has ? [h("div", { class: "side" }, findings(), map()), h("div", { class: "side" }, sheet(), verify(), events())] : [])].filter(Boolean));
  const holder = answer.querySelector("#map .map");
  if (holder) holder.scrollLeft = left;
  if (token) answer.querySelector(`[data-token="${token}"]`)?.focus({ preventScroll: true });
  else if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

function save() {
  const link = h("a", { href: URL.createObjectURL(new Blob([area.value], { type: "application/json" })), download: `${facts.game}.jsonl` });
  link.click();
}

document.getElementById("log-form").addEventListener("submit", (event) => { event.preventDefault(); load(area.value); });
document.getElementById("log-file").addEventListener("change", async (event) => { const file = event.target.files[0]; if (file) load(await file.text()); event.target.value = ""; });
document.getElementById("log-example").addEventListener("click", async () => { const { states } = await ask("play", { game: facts.game, seed: 1 + Math.floor(Math.random() * 1e6), players: 3 }); load(JSON.stringify(states[0])); });
document.getElementById("log-undo").addEventListener("click", () => undo().catch((error) => render(error.message)));
document.getElementById("log-redo").addEventListener("click", () => redo().catch((error) => render(error.message)));
document.getElementById("log-save").addEventListener("click", save);
if (area.value.trim()) load(area.value);
