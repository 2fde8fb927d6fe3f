// The workshop: all gardens of one game, and everything done to them.
import { announce, ask, cap, drawing, facts, fetchJson, h, say } from "./dom.js";
import { EMPTY, addPiece, addTile, changeTile, keyOf, piecesAt, removePiece, removeTile, tilesAt, topLevel } from "./garden.js";
import { cellEditor } from "./editor.js";
import { cornerFrame, crop, photoFrame } from "./photo.js";
import { cellGrid, describeCell, drawPlan } from "./plan.js";

const NUMBERS = ["statues", "fountains", "bridges", "stairs", "diversity", "flowers", "belvederes", "highest", "total"];
const STAGES = ["upload", "waiting", "photo", "board", "evidence", "reconstruct", "judge"];
const MOST = 4, BUSY_MS = 5000, MOST_TRIES = 4, MOST_UNDO = 60, STORED = "semiramis-table-1", RULES = "semiramis-rules-1";
const EDITIONS = { en: "English", cs: "Čeština", pl: "Polski", de: "Deutsch" };
const root = document.getElementById("workshop"), start = document.getElementById("start");
const state = { players: [], current: 0, view: "plan", turn: 0, line: null, cell: null, focus: [0, 0], corners: null, verdict: null, rules: loadRules() };
let looks = new Map(); // garden text -> what the server said about it

// ---- state ----------------------------------------------------------------------------------------------------------------
const player = () => state.players[state.current];
const button = (words, onclick, more = {}) => h("button", { type: "button", class: "button", onclick, ...more }, words);
const textOf = (garden) => JSON.stringify(garden);
// A photo shows no covered pieces, so those it cannot list are no fault of the garden.
const settingsOf = (p) => ({ ...state.rules, hidden_listed: !p.scan });
const lookKey = (p, garden) => JSON.stringify([settingsOf(p), garden]);
const lookOf = (p) => (p?.garden ? looks.get(lookKey(p, p.garden)) : null);

async function lookAt(p, garden) {
  const key = lookKey(p, garden), known = looks.get(key);
  if (known) return known;
  const seen = await ask("look", { state: garden, settings: settingsOf(p) });
  if (looks.size > 300) looks = new Map();
  looks.set(key, seen);
  return seen;
}

function newPlayer(more) {
  if (state.players.length >= MOST) { announce(say("too-many")); return null; }
  const p = { name: "", garden: null, past: [], future: [], scan: null, asked: 0, written: {}, busy: null, error: null, ...more };
  state.players.push(p);
  state.current = state.players.length - 1;
  Object.assign(state, { cell: null, line: null, verdict: null, corners: null });
  return p;
}

function loadRules() {
  try { return JSON.parse(localStorage.getItem(RULES) ?? "{}"); } catch { return {}; }
}

function setRule(name, value) {
  state.rules = { ...state.rules, [name]: value };
  try { localStorage.setItem(RULES, JSON.stringify(state.rules)); } catch { /* private mode: nothing is remembered */ }
  state.verdict = null;
  refresh();
}

function store() {
  const kept = state.players.filter((p) => p.garden).map(({ name, garden, past, future, scan, asked, written }) => ({ name, garden, past: past.slice(-10), future: future.slice(-10), scan, asked, written }));
  try { localStorage.setItem(STORED, JSON.stringify(kept)); } catch { /* private mode: nothing is remembered */ }
}

function restore() {
  const asked = new URLSearchParams(location.search);
  const texts = asked.getAll("g");
  if (texts.length) return Promise.all(texts.slice(0, MOST).map(async (text, i) => {
    const seen = await ask("look", { state: text });
    return { name: asked.getAll("n")[i] ?? "", garden: seen.garden };
  })).then((found) => { found.forEach(newPlayer); state.current = 0; history.replaceState(null, "", "/"); });
  if (asked.get("kept")) return fetchJson(`/api/v1/gardens/${encodeURIComponent(asked.get("kept"))}`).then((found) => {
    newPlayer({ name: found.player ?? "", garden: found.garden, written: found.sheet ?? {}, scan: found.view ? { id: null, kept: found.id, photo: found.photo, view: found.view, probability: found.probability ?? 1, questions: [] } : null });
    state.view = found.view ? "photo" : "plan";
    history.replaceState(null, "", "/");
  });
  try { for (const p of JSON.parse(localStorage.getItem(STORED) ?? "[]")) newPlayer(p); } catch { /* an older page's leftovers */ }
  return Promise.resolve();
}

async function change(garden, more = {}) {
  const p = player();
  if (garden === p.garden) return;
  p.past = [...p.past, { garden: p.garden, asked: p.asked }].slice(-MOST_UNDO);
  p.future = [];
  Object.assign(p, { garden, ...more });
  state.verdict = null;
  await refresh();
  const total = lookOf(p)?.score.score.total;
  announce(`${say("total")} ${total}`);
}

async function travel(from, to) {
  const p = player(), step = p?.[from].pop();
  if (!step) return;
  p[to].push({ garden: p.garden, asked: p.asked });
  Object.assign(p, step);
  state.verdict = null;
  await refresh();
  announce(`${say("total")} ${lookOf(p)?.score.score.total}`);
}
const undo = () => travel("past", "future"), redo = () => travel("future", "past");

async function refresh() {
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

// ---- photos ---------------------------------------------------------------------------------------------------------------
function takePhotos(files) {
  const photos = [...files].filter((f) => f.type.startsWith("image/") || /\.(hei[cf]|jpe?g|png|webp)$/i.test(f.name) || !f.type);
  let first = null;
  for (const file of photos) {
    const p = newPlayer({ busy: "upload" });
    if (!p) break;
    first ??= state.players.length - 1;
    if (file.size > facts.maxPhotoBytes) Object.assign(p, { busy: null, error: { code: "photo.too_many_bytes", hint: say("too-big", { megabytes: facts.maxPhotoBytes / 1e6 }) } });
    else sendScan(p, { photo: file });
  }
  if (first !== null) state.current = first;
  render();
}

// A full queue is no reason to bother the player at once.
async function patiently(send) {
  for (let tries = 1; ; tries += 1) {
    try { return await send(); } catch (error) {
      if (error.code !== "busy" || tries > MOST_TRIES) throw error;
      announce(say("busy-again", { seconds: BUSY_MS / 1000 }));
      await new Promise((done) => setTimeout(done, BUSY_MS));
    }
  }
}

async function sendScan(p, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, edition: state.rules.edition ?? "en" })) form.append(name, value);
  Object.assign(p, { busy: "upload", error: null, retry: fields });
  render();
  try {
    let job = await patiently(() => fetchJson("/api/v1/scans", { method: "POST", body: form }));
    while (job.state === "waiting" || job.state === "running") {
      const stage = job.state === "waiting" ? "waiting" : (job.stage ?? "photo");
      if (stage !== p.busy) { p.busy = stage; if (p === player()) render(); }
      job = await fetchJson(`/api/v1/scans/${job.id}?seen=${job.stage ?? job.state}`);
    }
    p.busy = null;
    p.photo = job.photo ? { id: job.id, ...job.photo } : null;
    if (job.state === "failed") { p.error = job.error; announce(job.error.hint); return render(); }
    await useScan(p, job);
  } catch (error) {
    Object.assign(p, { busy: null, error: { code: error.code ?? "no-answer", hint: error.message } });
    announce(error.message);
    render();
  }
}

async function useScan(p, job) {
  const { garden, ...rest } = job.scan.gardens[0];
  Object.assign(p, { garden, past: [], future: [], asked: 0, retry: null, scan: { id: job.id, photo: job.photo, view: rest.view, probability: rest.probability, status: rest.status, questions: rest.questions ?? [], hint: rest.hint ?? null, corners: rest.board?.corners_px, models: job.scan.models } });
  if (p === player()) state.view = "photo";
  await refresh();
  announce(`${say("total")} ${lookOf(p)?.score.score.total}`);
}

function openCorners() {
  const p = player(), photo = p.photo ?? p.scan?.photo;
  const { width: w, height: t } = photo;
  state.corners = p.scan?.corners?.map((c) => [...c]) ?? [[0.2 * w, 0.25 * t], [0.8 * w, 0.25 * t], [0.88 * w, 0.82 * t], [0.12 * w, 0.82 * t]];
  state.view = "photo";
  render();
}

function rescan() {
  const p = player(), corners = JSON.stringify(state.corners.map((c) => c.map((v) => Math.round(v * 10) / 10)));
  state.corners = null;
  sendScan(p, { again: (p.photo ?? p.scan).id, corners });
}

// ---- pieces of a line -----------------------------------------------------------------------------------------------------
function litKeys(p, line) {
  const look = lookOf(p);
  if (!line || !look) return null;
  const silent = new Set(look.score.silent.map((e) => keyOf(e.piece)));
  if (line === "flowers") return new Set(p.garden.tiles.map(keyOf).filter((k) => !silent.has(k)));
  if (line === "diversity") return new Set(p.garden.decorations.filter((d) => d.kind !== "belvedere").map(keyOf).filter((k) => !silent.has(k)));
  if (line === "highest") {
    const top = Math.max(0, ...p.garden.tiles.map((t) => t.level));
    return new Set(p.garden.tiles.filter((t) => t.level === top).map(keyOf));
  }
  return new Set((look.score.lines.find((l) => l.line === line)?.pieces ?? []).map(keyOf));
}

function marksFor(p) {
  const lit = litKeys(p, state.line);
  return lit === null ? () => null : (thing) => (lit.has(keyOf(thing)) ? "lit" : thing.kind || !lit.size || [...lit].some((k) => k.startsWith("tile")) ? "dim" : null);
}

function givesOf(p, cell) {
  const look = lookOf(p);
  if (!look) return [];
  const things = new Set([...piecesAt(p.garden, cell), ...tilesAt(p.garden, cell)].map(keyOf));
  const out = [];
  for (const line of look.score.lines) line.pieces.forEach((piece, i) => { if (things.has(keyOf(piece))) out.push(line.explanation[i]); });
  for (const entry of look.score.silent) if (things.has(keyOf(entry.piece))) out.push(entry.sentence);
  return out.map(cap);
}

const wordsAbout = (p, cell) => [cap(describeCell(p.garden, cell)), ...givesOf(p, cell)].join(" · ");

function pointAt(cell) {
  const p = player(), caption = root.querySelector(".caption");
  if (!p?.garden) return;
  if (caption) caption.textContent = cell ? wordsAbout(p, cell) : say("tap-hint");
  const things = cell ? new Set([...piecesAt(p.garden, cell), ...tilesAt(p.garden, cell)].map(keyOf)) : new Set();
  for (const row of root.querySelectorAll("tr[data-line]")) {
    const lit = cell ? litKeys(p, row.dataset.line) ?? new Set() : new Set();
    row.classList.toggle("lit", [...things].some((key) => lit.has(key)));
  }
}

function light(line) {
  if (state.line === line) return;
  state.line = line;
  const p = player(), marks = marksFor(p);
  const things = new Map([...p.garden.tiles, ...p.garden.decorations].map((t) => [keyOf(t), t]));
  for (const node of root.querySelectorAll("[data-key]")) {
    const thing = things.get(node.dataset.key), mark = thing && marks(thing);
    if (mark) node.setAttribute("class", mark); else node.removeAttribute("class");
  }
  const told = lookOf(p)?.score.lines.find((l) => l.line === line)?.explanation ?? [];
  const caption = root.querySelector(".caption");
  if (caption) caption.textContent = told.length ? told.map(cap).join(" · ") : say("tap-hint");
  for (const row of root.querySelectorAll("tr[data-line]")) row.classList.toggle("lit", row.dataset.line === line);
}

// ---- editing --------------------------------------------------------------------------------------------------------------
function openCell(cell) {
  Object.assign(state, { cell, focus: cell, line: null });
  render();
  root.querySelector(".editor h2")?.focus({ preventScroll: true });
  const here = root.querySelector(state.view === "photo" ? ".overlay .chosen" : `.cells [data-cell="${cell}"]`)?.getBoundingClientRect();
  const sheet = root.querySelector(".editor").getBoundingClientRect();
  if (here && here.bottom > sheet.top && here.right > sheet.left) window.scrollBy({ top: here.bottom - sheet.top + 40, behavior: "smooth" });
}

function closeCell() {
  state.cell = null;
  render();
  root.querySelector(`.cells [data-cell="${state.focus}"]`)?.focus({ preventScroll: true });
}

function keyInCell(event, cell) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const g = player().garden, top = tilesAt(g, cell)[0], level = topLevel(g, cell);
  const flower = { w: "white", b: "blue", y: "yellow", p: "pink" }[event.key.toLowerCase()];
  let next = null;
  if (flower) next = event.shiftKey && top ? changeTile(g, top, { flower }) : addTile(g, cell, flower);
  else if (event.key === "s" && level) next = addPiece(g, { kind: "statue", cells: [cell], levels: [level] });
  else if (event.key === "v" && level) next = addPiece(g, { kind: "belvedere", cells: [cell], levels: [level] });
  else if (event.key === "+" && top) next = changeTile(g, top, { level: top.level + 1 });
  else if (event.key === "-" && top) next = changeTile(g, top, { level: top.level - 1 });
  else if (event.key === "Delete" || event.key === "Backspace") {
    const here = piecesAt(g, cell).find((p) => Math.max(...p.levels) >= level);
    next = here ? removePiece(g, here) : top ? removeTile(g, top) : null;
  }
  if (!next) return;
  event.preventDefault();
  state.focus = cell;
  change(next).then(() => root.querySelector(`.cells [data-cell="${cell}"]`)?.focus({ preventScroll: true }));
}

// ---- drawing the page -----------------------------------------------------------------------------------------------------
function tabs() {
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": say("players") }, state.players.map((p, i) => {
    const total = lookOf(p)?.score.score.total;
    return button([h("span", {}, p.name || say("player", { number: i + 1 })), h("span", { class: "number" }, p.busy ? "…" : p.error && !p.garden ? "!" : String(total ?? ""))], () => {
      Object.assign(state, { current: i, cell: null, line: null, verdict: null, corners: null, view: state.players[i].scan ? state.view : state.view === "photo" ? "plan" : state.view });
      render();
    }, { class: "button tab", role: "tab", "aria-selected": String(i === state.current), "data-tab": i });
  }));
  const full = state.players.length >= MOST;
  return h("div", { class: "tabs-row" }, list, h("div", { class: "buttons adders" },
    !full && h("label", { class: "button small", for: "photos" }, `+ ${say("add-photo")}`),
    !full && button(`+ ${say("add-hand")}`, () => byHand(), { class: "button small", id: "add-hand" }),
    button(say("start-over"), startOver, { class: "button small", id: "start-over" })));
}

function viewSwitch(p) {
  const views = [p.scan && ["photo", "view-photo", "only-narrow"], ["plan", "view-plan", ""], ["iso", "view-iso", ""]].filter(Boolean);
  const pick = (view) => () => { Object.assign(state, { view, cell: null }); render(); };
  return h("div", { class: "switch" }, views.map(([view, word, more]) => button(say(word), pick(view), { class: `button small ${more}`, "aria-pressed": String(state.view === view), "data-view": view })),
    button("↶", undo, { class: "button square", "aria-label": say("undo"), title: say("undo"), disabled: !p.past.length, id: "undo" }),
    button("↷", redo, { class: "button square", "aria-label": say("redo"), title: say("redo"), disabled: !p.future.length, id: "redo" }));
}

function planCard(p) {
  const question = p.scan?.questions[p.asked];
  const options = { marks: marksFor(p), check: lookOf(p)?.check, doubtful: question ? cellsOfQuestion(question) : [] };
  const caption = h("p", { class: "caption quiet", "aria-hidden": "true" }, say("tap-hint"));
  if (state.view !== "iso") return [h("div", { class: "frame" }, drawPlan(p.garden, options), cellGrid(p.garden, state.cell, state.focus, { open: openCell, point: pointAt, key: keyInCell })), caption];
  const img = h("img", { alt: say("iso-alt") });
  drawing({ state: p.garden, view: "isometric", turn: state.turn }).then((svg) => { img.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })); img.onload = () => URL.revokeObjectURL(img.src); }, () => {});
  const turn = (by) => () => { state.turn = (state.turn + by + 4) % 4; render(); };
  return [h("div", { class: "frame iso" }, img), h("div", { class: "buttons centred" },
    button(`⟲ ${say("turn-left")}`, turn(3), { class: "button small" }), button(`⟳ ${say("turn-right")}`, turn(1), { class: "button small", id: "turn-right" }))];
}

function photoCard(p) {
  const { photo, view } = p.scan;
  const img = h("img", { src: photo.url, alt: say("photo-alt"), width: photo.width, height: photo.height, onerror: () => { p.scan.lost = true; if (state.view === "photo") state.view = "plan"; render(); } });
  return h("section", { class: "card picture photo-card" }, photoFrame(photo, view, p.garden, img, { marks: marksFor(p), chosen: state.cell, open: openCell, point: pointAt }),
    p.scan.id && h("div", { class: "buttons centred" }, button(say("corners"), openCorners, { class: "button small", id: "corners" })));
}

function padCard(p) {
  const look = lookOf(p);
  const name = h("input", { value: p.name, placeholder: say("player", { number: state.current + 1 }), "aria-label": say("player-name"), maxlength: 40, id: "player-name", onchange: (e) => { p.name = e.target.value.trim(); store(); render(); } });
  const head = h("div", { class: "head" }, h("h2", { class: "sr" }, say("pad")), name, statusChip(p), button("✕", removePlayer, { class: "button square", "aria-label": say("remove-player"), title: say("remove-player"), id: "remove-player" }));
  if (!look) return h("section", { class: "card" }, head, p.error && h("p", { class: "bad", role: "alert" }, p.error.hint));
  const written = state.verdict?.lines;
  const rows = look.score.lines.map((l) => h("tr", { "data-line": l.line, class: state.line === l.line ? "lit" : null, onmouseenter: () => light(l.line), onmouseleave: () => light(null) },
    h("th", { scope: "row" }, h("button", { type: "button", class: "line", onfocus: () => light(l.line), onblur: () => light(null), onclick: () => light(l.line) }, say(l.line))),
    h("td", { class: "how" }, shortWhy(l)), h("td", { class: "number" }, String(l.points), mark(written, l.line))));
  const s = look.score.score;
  return h("section", { class: "card" }, head, h("table", { class: "pad", id: "pad" }, h("tbody", {}, rows,
    h("tr", { class: "total" }, h("th", { scope: "row", class: "cap" }, say("total")), h("td", { class: "how" }, say("open-holes", { count: look.score.open_holes })), h("td", { class: "number", id: "total" }, String(s.total), mark(written, "total"))))));
}

function shortWhy(line) {
  if (!line.explanation.length) return "";
  if (line.line === "diversity" || line.line === "flowers") return say("sets", { count: line.points / 4 });
  if (line.line === "highest") return `2 × ${line.points / 2}`;
  if (line.pieces.length < 2) return line.line === "belvederes" ? "1" : line.explanation[0].split(": ").pop();
  const times = new Map();
  for (const { points } of line.pieces) if (points !== undefined) times.set(points, (times.get(points) ?? 0) + 1);
  return [...times].sort(([a], [b]) => a - b).map(([points, count]) => (count > 1 ? `${count} × ${points}` : points)).join(" + ");
}

const mark = (lines, name) => {
  const found = lines?.find((l) => l.line === name);
  return found ? h("span", { class: found.ok ? "good" : "bad" }, found.ok ? " ✓" : " ✗") : null;
};

function statusChip(p) {
  const look = lookOf(p);
  if (!look) return null;
  if (!look.check.legal) return h("span", { class: "chip wrong" }, `⚠ ${look.check.violations.filter((v) => v.hard).length}`);
  if (p.scan && p.scan.questions.length > p.asked) return h("span", { class: "chip warn" }, say("sure", { percent: Math.round(p.scan.probability * 100) }));
  if (p.scan && !p.past.length) return h("span", { class: "chip" }, `✓ ${say("sure", { percent: Math.round(p.scan.probability * 100) })}`);
  return h("span", { class: "chip" }, `✓ ${say("legal")}`);
}

function rulesCard(p) {
  const look = lookOf(p);
  if (!look) return null;
  const hard = look.check.violations.filter((v) => v.hard), soft = look.check.violations.filter((v) => !v.hard);
  const list = (found) => h("ul", {}, found.map((v) => h("li", {}, v.sentence)));
  const silent = look.score.silent;
  if (!hard.length && !soft.length && !silent.length) return null;
  return h("section", { class: "card", id: "rules" },
    hard.length ? h("div", { class: "note wrong", role: "alert" }, h("strong", {}, `⚠ ${cap(say("report-illegal"))}`), list(hard)) : null,
    soft.length ? h("div", { class: "note" }, h("strong", {}, cap(say("report-odd"))), list(soft)) : null,
    silent.length ? h("details", {}, h("summary", {}, `${cap(say("report-silent"))}: ${silent.length}`), h("ul", {}, silent.map((e) => h("li", {}, e.sentence)))) : null);
}

// ---- questions ------------------------------------------------------------------------------------------------------------
function cellsOfQuestion(q) {
  const raw = q.cells ?? (q.cell ? [q.cell] : []);
  return raw.map((c) => (typeof c === "string" ? [c.charCodeAt(0) - 65, Number(c.slice(1)) - 1] : c));
}

function applyChoice(garden, choice) {
  const gone = new Set([...(choice.remove ?? [])].map(keyOf));
  const before = garden, add = (choice.add ?? []).filter((thing) => ![...before.tiles, ...before.decorations].some((other) => keyOf(other) === keyOf(thing) && other.flower === thing.flower));
  for (const tile of add) if (!tile.kind) gone.add(keyOf(tile)); // the same place in another colour
  const tiles = [...garden.tiles.filter((t) => !gone.has(keyOf(t))), ...add.filter((t) => !t.kind)];
  const decorations = [...garden.decorations.filter((d) => !gone.has(keyOf(d))), ...add.filter((d) => d.kind)];
  return { ...garden, tiles, decorations };
}

const inMyWords = (told) => told.texts?.[facts.lang] ?? told.text ?? "";

// What the total becomes with this answer; after other changes the scanner's own number may be old.
function totalOf(p, choice) {
  const shown = h("span", { class: "number" }, String(choice.total));
  if (p.past.length) lookAt(p, applyChoice(p.garden, choice)).then((seen) => { shown.textContent = String(seen.score.score.total); }, () => {});
  return shown;
}

function hintCard(p) {
  if (!p.scan?.hint || p.past.length) return null;
  return h("section", { class: "card note", id: "hint" }, h("p", {}, inMyWords(p.scan.hint)));
}

function questionCard(p) {
  const q = p.scan?.questions[p.asked];
  if (!q) return null;
  const cells = cellsOfQuestion(q);
  const names = cells.map((c) => String.fromCharCode(65 + c[0]) + (c[1] + 1)).join(", ");
  const answer = (choice) => async () => {
    const next = applyChoice(p.garden, choice);
    if (next === p.garden || textOf(next) === textOf(p.garden)) { p.past.push({ garden: p.garden, asked: p.asked }); p.asked += 1; await refresh(); } else await change(next, { asked: p.asked + 1 });
    root.querySelector(".question .choice")?.focus({ preventScroll: true });
  };
  return h("section", { class: "card question", id: "question" }, h("p", { class: "quiet" }, say("question-of", { number: p.asked + 1, count: p.scan.questions.length })),
    h("h2", {}, inMyWords(q) || say("question-cell", { cell: names })), !p.scan.lost && cells.length ? crop(p.scan.photo, p.scan.view, p.garden, cells) : null,
    h("div", { class: "choices" }, q.choices.map((c) => button([h("span", { class: "cap" }, inMyWords(c)), totalOf(p, c), h("span", { class: "quiet" }, `${Math.round(100 * c.probability)} %`)], answer(c), { class: "button choice" }))),
    h("p", {}, button(say("question-skip"), answer({}), { class: "button small", id: "skip" })));
}

// ---- sheet and table ------------------------------------------------------------------------------------------------------
function settingsCard() {
  const { edition = "en", bridge_hides = false, cover_decorations = true } = state.rules;
  const tick = (name, value) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: value, id: `rule-${name}`, onchange: (e) => setRule(name, e.target.checked) }), say(`rule-${name.replace("_", "-")}`));
  return h("details", { class: "card", id: "settings", open: state.settingsOpen, ontoggle: (e) => { state.settingsOpen = e.target.open; } }, h("summary", {}, h("strong", {}, say("rules-title"))),
    h("label", { class: "check" }, say("rule-edition"), h("select", { id: "rule-edition", onchange: (e) => setRule("edition", e.target.value) }, Object.entries(EDITIONS).map(([code, name]) => h("option", { value: code, selected: code === edition }, name)))),
    tick("bridge_hides", bridge_hides), tick("cover_decorations", cover_decorations));
}

function verifyCard(p) {
  const fields = NUMBERS.map((n) => h("label", {}, h("span", { class: "cap" }, say(n)), h("input", { inputmode: "numeric", pattern: "[0-9]*", maxlength: 4, name: n, value: p.written[n] ?? "", oninput: (e) => { p.written[n] = e.target.value; } })));
  const out = h("div", { role: "status" });
  const submit = async (event) => {
    event.preventDefault();
    const sheet = Object.fromEntries(Object.entries(p.written).filter(([, v]) => /^\d+$/.test(v)).map(([k, v]) => [k, Number(v)]));
    try { state.verdict = await ask("verify", { state: p.garden, sheet, settings: settingsOf(p) }); store(); render(); } catch (error) { out.replaceChildren(h("p", { class: "bad" }, error.message)); }
  };
  if (state.verdict) out.append(verdict(state.verdict));
  return h("details", { class: "card", id: "verify", open: state.verdict ? true : state.verifyOpen, ontoggle: (e) => { state.verifyOpen = e.target.open; } }, h("summary", {}, h("strong", {}, say("verify"))),
    h("form", { onsubmit: submit }, h("p", { class: "quiet" }, say("verify-text")), h("div", { class: "sheet-grid" }, fields), h("button", { class: "button primary" }, say("verify-go"))), out);
}

function verdict(v) {
  if (v.ok) return h("p", { class: "good" }, `✓ ${cap(say("report-all-right"))}`);
  return h("div", {}, v.slip && h("p", { class: "note wrong" }, v.slip.sentence), h("ul", { class: "verdict" }, v.lines.map((l) => h("li", {}, h("span", { class: l.ok ? "good" : "bad" }, l.ok ? "✓ " : "✗ "), cap(say(l.line)), `: ${l.written}`,
    l.ok ? null : h("span", {}, ` (${say("right-is", { right: l.right })}) `, h("span", { class: "quiet" }, l.slip ? l.slip.sentence : cap(say("slip-none"))))))));
}

function tableCard() {
  const ready = state.players.filter((p) => lookOf(p));
  if (ready.length < 2) return null;
  const list = h("ol", { class: "ranking" });
  const named = ready.map((p) => p.name || say("player", { number: state.players.indexOf(p) + 1 }));
  ask("score", { states: ready.map((p) => p.garden), names: named, settings: state.rules }).then(({ ranking }) => {
    const winners = ranking.filter((r) => r.rank === 1).length;
    list.append(...ranking.map((r) => h("li", { class: r.rank === 1 ? "first" : null }, h("span", { class: "rank" }, String(r.rank)), h("strong", {}, r.name), h("span", { class: "number" }, `${r.total} ${say("vp")}`),
      h("span", { class: "quiet about" }, [say("open-holes", { count: r.open_holes }), r.rank === 1 && say(winners > 1 ? "report-shared" : "report-winner"), r.tie_broken && say("report-tie")].filter(Boolean).join(" · ")))));
  }, () => {});
  return h("section", { class: "card", id: "table" }, h("h2", {}, say("table")), list, shareButtons(ready, named));
}

function shareButtons(ready, named) {
  const query = new URLSearchParams();
  ready.forEach((p, i) => { query.append("g", lookOf(p).notation); query.append("n", named[i]); });
  const link = `${location.origin}/score?${query}`;
  const copy = async () => {
    try { await navigator.clipboard.writeText(link); announce(say("share-copied")); } catch { window.prompt(say("share-link"), link); }
  };
  return h("div", { class: "buttons" }, button(say("share-link"), copy, { class: "button small", id: "share-link" }), h("a", { class: "button small", href: `/table.png?${query}`, download: "semiramis.png", id: "share-picture" }, say("share-picture")), h("a", { class: "button small", href: `/score?${query}`, id: "share-open" }, say("score-title")));
}

function busyCard(p) {
  const at = STAGES.indexOf(p.busy), part = h("i", {});
  part.style.width = `${Math.round((100 * (at + 1)) / (STAGES.length + 1))}%`;
  return h("section", { class: "card", id: "busy", "aria-busy": "true" }, h("p", { class: "large" }, say(`stage-${p.busy}`)), h("div", { class: "progress", role: "progressbar", "aria-label": say(`stage-${p.busy}`), "aria-valuemin": 0, "aria-valuemax": STAGES.length, "aria-valuenow": at + 1 }, part));
}

function errorCard(p) {
  const boardLost = p.photo && p.error.code.startsWith("board");
  return h("section", { class: "card narrow", id: "error" }, h("h2", {}, say("cannot")), h("p", { class: "large", role: "alert" }, p.error.hint), h("p", { class: "quiet" }, p.error.code),
    h("div", { class: "buttons" }, p.photo && button(say("corners"), openCorners, { class: boardLost ? "button primary" : "button", id: "corners" }),
      p.retry && button(say("try-again"), () => sendScan(p, p.retry)), button(say("by-hand"), () => { Object.assign(p, { garden: EMPTY, error: null }); state.view = "plan"; refresh(); }), button(say("remove-player"), removePlayer)),
    p.photo && h("img", { class: "drawing", src: p.photo.url, alt: "" }));
}

function cornersCard(p) {
  return h("section", { class: "card", id: "corner-card" }, h("h2", {}, say("corners")), h("p", {}, say("corners-text")), cornerFrame(p.photo ?? p.scan.photo, state.corners, (c) => { state.corners = c; }),
    h("div", { class: "buttons centred" }, button(say("rescan"), rescan, { class: "button primary", id: "rescan" }), button(say("close"), () => { state.corners = null; render(); })));
}

function bench(p) {
  if (p.busy) return busyCard(p);
  if (state.corners) return cornersCard(p);
  if (!p.garden) return p.error ? errorCard(p) : null;
  const withPhoto = p.scan && !p.scan.lost;
  return h("div", { class: `bench ${withPhoto ? `with-photo view-${state.view}` : ""}` },
    h("div", { class: "pictures" }, viewSwitchOver(p, withPhoto), withPhoto && photoCard(p), h("section", { class: "card picture drawn-card" }, planCard(p))),
    h("div", { class: "side" }, questionCard(p), hintCard(p), padCard(p), rulesCard(p), verifyCard(p), tableCard(), soloShare(p), keepCard(p), settingsCard()),
    state.cell && h("div", { class: "editor-room" }), state.cell && cellEditor(p.garden, state.cell, (next) => change(next), closeCell, givesOf(p, state.cell)));
}

const viewSwitchOver = (p, withPhoto) => h("div", { class: "switch-row" }, viewSwitch(withPhoto ? p : { ...p, scan: null }));
const soloShare = (p) => (state.players.filter((o) => lookOf(o)).length === 1 && lookOf(p) ? h("section", { class: "card" }, shareButtons([p], [p.name || say("player", { number: 1 })])) : null);


function keepCard(p) {
  if (!facts.keeps || !p.scan || p.scan.lost || p.scan.kept) return p.scan?.kept ? h("p", { class: "chip", id: "kept-note" }, `✓ ${say("keep-done")}`) : null;
  const box = h("dialog", { id: "keep-dialog", "aria-label": say("keep") });
  const out = h("p", { class: "bad", role: "alert" });
  const field = (name, word) => h("label", { class: "check" }, h("input", { type: "checkbox", name }), say(word));
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const sheet = Object.fromEntries(Object.entries(p.written).filter(([, v]) => /^\d+$/.test(v)).map(([k, v]) => [k, Number(v)]));
    try {
      const kept = await ask("gardens", { scan: p.scan.id, garden: p.past.length || form.has("right") ? p.garden : null, player: p.name || null, game: form.get("game").trim() || null, consent: form.has("consent"), whole: form.has("whole"), sheet: Object.keys(sheet).length ? sheet : null });
      p.scan.kept = kept.id;
      box.close();
      store();
      render();
      announce(say("keep-done"));
    } catch (error) { out.textContent = error.message; }
  };
  box.append(h("form", { onsubmit: submit }, h("h2", {}, say("keep")), h("p", {}, say("keep-text")), h("label", {}, say("keep-game"), " ", h("input", { name: "game", maxlength: 60 })), p.past.length ? null : field("right", "keep-right"), field("consent", "keep-consent"), field("whole", "keep-whole"), out,
    h("div", { class: "buttons" }, h("button", { class: "button primary", id: "keep-go" }, say("keep-go")), button(say("close"), () => box.close()))));
  return h("section", { class: "card" }, button(say("keep"), () => box.showModal(), { id: "keep" }), box);
}

function render() {
  const p = player(), focus = document.activeElement?.id, scroll = root.querySelector(".editor")?.scrollTop;
  const place = document.activeElement?.closest?.(".editor") ? document.activeElement.dataset.do ?? null : undefined;
  start.hidden = state.players.length > 0;
  root.hidden = !start.hidden;
  root.replaceChildren(...(p ? [tabs(), bench(p)].filter(Boolean) : []));
  const editor = root.querySelector(".editor");
  if (editor && scroll) editor.scrollTop = scroll;
  if (editor && place !== undefined) (editor.querySelector(`[data-do="${place}"]`) ?? editor.querySelector("h2")).focus({ preventScroll: true });
  else if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

// ---- coming and going -----------------------------------------------------------------------------------------------------
function byHand(garden = EMPTY, name = "") {
  if (!newPlayer({ garden, name })) return;
  state.view = "plan";
  refresh();
}

function removePlayer() {
  state.players.splice(state.current, 1);
  Object.assign(state, { current: Math.max(0, state.current - 1), cell: null, corners: null, verdict: null, line: null });
  store();
  render();
}

function startOver() {
  if (!window.confirm(say("start-over-sure"))) return;
  state.players = [];
  state.current = 0;
  store();
  render();
}

async function example() {
  const { states } = await ask("play", { game: "babylon", seed: 1 + Math.floor(Math.random() * 1e6), players: 3 });
  states.forEach((garden, i) => newPlayer({ garden, name: ["Ada", "Ben", "Cyd"][i] }));
  state.current = 0;
  await refresh();
}

function listen() {
  for (const id of ["photos", "camera"]) document.getElementById(id).addEventListener("change", (e) => { takePhotos(e.target.files); e.target.value = ""; });
  document.getElementById("upload").addEventListener("submit", (e) => e.preventDefault());
  document.getElementById("by-hand").addEventListener("click", () => byHand());
  document.getElementById("example").addEventListener("click", () => example().catch((error) => announce(error.message)));
  document.addEventListener("dragover", (e) => { e.preventDefault(); document.body.classList.add("dragging"); });
  document.addEventListener("dragleave", (e) => { if (!e.relatedTarget) document.body.classList.remove("dragging"); });
  document.addEventListener("drop", (e) => { e.preventDefault(); document.body.classList.remove("dragging"); takePhotos(e.dataTransfer.files); });
  document.addEventListener("paste", (e) => { if (e.clipboardData?.files.length) { e.preventDefault(); takePhotos(e.clipboardData.files); } });
  document.addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || /^(INPUT|TEXTAREA)$/.test(e.target.tagName)) return;
    if (e.key === "z" && !e.shiftKey) { e.preventDefault(); undo(); } else if (e.key === "y" || (e.key.toLowerCase() === "z" && e.shiftKey)) { e.preventDefault(); redo(); }
  });
}

listen();
restore().catch((error) => announce(error.message)).then(refresh);
