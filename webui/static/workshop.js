// The workshop: the pictures of the current garden, what is done to their cells, and how the cards lie on the page.
import { announce, ask, cap, drawing, h, say, tell, wordOfError } from "./dom.js";
import { cellEditor } from "./editor.js";
import { EMPTY, addPiece, addTile, changeTile, piecesAt, removePiece, removeTile, tilesAt, topLevel } from "./garden.js";
import { givesOf, marksFor, pointAt } from "./light.js";
import { padCard, rulesCard } from "./pad.js";
import { photoFrame } from "./photo.js";
import { cellGrid, drawPlan } from "./plan.js";
import { cellsOfQuestion, hintCard, questionCard } from "./question.js";
import { busyCard, cornersCard, errorCard, openCorners, takePhotos } from "./scan.js";
import { settingsCard, verifyCard } from "./sheet.js";
import { MOST, bringBack, button, change, drawWith, hasEarlier, lookOf, markSafe, nameOf, newPlayer, player, redo, refresh, render, restore, show, startOver, state, totalOf, undo } from "./state.js";
import { earlierCard, keepCard, soloShare, tableCard } from "./table.js";

const root = document.getElementById("workshop"), start = document.getElementById("start");

// ---- cells ----------------------------------------------------------------------------------------------------------------
const focusCell = (cell) => root.querySelector(`.cells [data-cell="${cell}"]`)?.focus({ preventScroll: true });

function openCell(cell) {
  Object.assign(state, { cell, focus: cell, line: null });
  render();
  root.querySelector(".editor h2")?.focus({ preventScroll: true });
}

// The sheet grows with what is on the cell: it must not come to lie over it.
function uncover(editor, cell) {
  const here = root.querySelector(state.view === "photo" ? ".overlay .chosen" : `.cells [data-cell="${cell}"]`)?.getBoundingClientRect();
  const sheet = editor.getBoundingClientRect();
  if (here && here.bottom > sheet.top && here.right > sheet.left) window.scrollBy({ top: here.bottom - sheet.top + 40, behavior: "smooth" });
}

function closeCell() {
  state.cell = null;
  render();
  focusCell(state.focus);
}

function afterKey(garden, cell, key, shifted) {
  const top = tilesAt(garden, cell)[0], level = topLevel(garden, cell);
  const flower = { w: "white", b: "blue", y: "yellow", p: "pink" }[key.toLowerCase()];
  if (flower) return shifted && top ? changeTile(garden, top, { flower }) : addTile(garden, cell, flower);
  if (key === "s" && level) return addPiece(garden, { kind: "statue", cells: [cell], levels: [level] });
  if (key === "v" && level) return addPiece(garden, { kind: "belvedere", cells: [cell], levels: [level] });
  if (key === "+" && top) return changeTile(garden, top, { level: top.level + 1 });
  if (key === "-" && top) return changeTile(garden, top, { level: top.level - 1 });
  if (key !== "Delete" && key !== "Backspace") return null;
  const here = piecesAt(garden, cell).find((p) => Math.max(...p.levels) >= level);
  return here ? removePiece(garden, here) : top ? removeTile(garden, top) : null;
}

function keyInCell(event, cell) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = afterKey(player().garden, cell, event.key, event.shiftKey);
  if (!next) return;
  event.preventDefault();
  state.focus = cell;
  change(next).then(() => focusCell(cell));
}

// ---- the head of the page -------------------------------------------------------------------------------------------------
function tab(p, i) {
  const number = p.busy ? "…" : p.error && !p.garden ? "!" : String(totalOf(p) ?? "");
  const open = () => {
    show(i);
    if (!p.scan && state.view === "photo") state.view = "plan";
    render();
  };
  return button([h("span", {}, nameOf(p)), h("span", { class: "number" }, number)], open, { class: "button tab", role: "tab", "aria-selected": String(i === state.current), "data-tab": i });
}

function tabs() {
  const full = state.players.length >= MOST;
  return h("div", { class: "tabs-row" }, h("h1", { class: "sr" }, say("players")), h("div", { class: "tabs", role: "tablist", "aria-label": say("players") }, state.players.map(tab)), h("div", { class: "buttons adders" },
    !full && h("label", { class: "button small", for: "photos" }, `+ ${say("add-photo")}`),
    !full && button(`+ ${say("add-hand")}`, () => byHand(), { class: "button small", id: "add-hand" }),
    button(say("start-over"), startOver, { class: "button small", id: "start-over" })));
}

function stepButtons(p, mark = "") {
  const step = (sign, word, does, list) => button(sign, does, { class: "button square", "aria-label": say(word), title: say(word), disabled: !list.length, id: mark + word, "data-do": mark ? mark + word : null });
  return [step("↶", "undo", undo, p.past), step("↷", "redo", redo, p.future)];
}

function viewSwitch(p, withPhoto) {
  const views = [withPhoto && ["photo", "view-photo", "only-narrow"], ["plan", "view-plan", ""], ["iso", "view-iso", ""]].filter(Boolean);
  const pick = (view) => () => { Object.assign(state, { view, cell: null }); render(); };
  const shown = (view) => state.view === view || (view === "plan" && state.view === "photo" && !withPhoto);
  return h("div", { class: "switch-row" }, h("div", { class: "switch" }, views.map(([view, word, more]) => button(say(word), pick(view), { class: `button small ${more}`, "aria-pressed": String(shown(view)), "data-view": view })), stepButtons(p)));
}

// ---- pictures -------------------------------------------------------------------------------------------------------------
function isometric(p) {
  const img = h("img", { alt: say("iso-alt") });
  drawing({ state: p.garden, view: "isometric", turn: p.turn }).then((svg) => { img.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })); img.onload = () => URL.revokeObjectURL(img.src); }, () => {});
  return h("div", { class: "frame iso" }, img);
}

function planCard(p) {
  const question = p.scan?.questions[p.asked], turn = p.turn;
  const options = { marks: marksFor(p), check: lookOf(p)?.check, doubtful: question ? cellsOfQuestion(question) : [], turn };
  const flat = () => h("div", { class: "frame" }, drawPlan(p.garden, options), cellGrid(p.garden, state.cell, state.focus, { open: openCell, point: pointAt, key: keyInCell, turn }));
  const turned = (sign, by, word) => button(sign, () => { p.turn = (p.turn + by + 4) % 4; render(); }, { class: "button square plain", id: word, "aria-label": say(word), title: say(word) });
  return h("section", { class: "card picture drawn-card" }, state.view === "iso" ? isometric(p) : flat(),
    h("div", { class: "under" }, turned("⟲", 3, "turn-left"), h("p", { class: "caption quiet", "aria-hidden": "true" }, state.view === "iso" ? "" : say("tap-hint")), turned("⟳", 1, "turn-right")));
}

function photoCard(p) {
  const { photo, view } = p.scan;
  const img = h("img", { src: photo.url, alt: say("photo-alt"), width: photo.width, height: photo.height, onerror: () => { p.scan.lost = true; tell(say("photo-gone")); if (state.view === "photo") state.view = "plan"; render(); } });
  return h("section", { class: "card picture photo-card" }, photoFrame(photo, view, p.garden, img, { marks: marksFor(p), chosen: state.cell, open: openCell, point: pointAt }),
    p.scan.id && h("div", { class: "buttons centred" }, button(say("corners-wrong"), openCorners, { class: "button small plain", id: "corners" })));
}

function editorOf(p) {
  const head = [h("span", { class: "number editor-total", "aria-label": say("total") }, String(totalOf(p) ?? "")), stepButtons(p, "cell-")];
  return [h("div", { class: "editor-room" }), cellEditor(p.garden, state.cell, { change: (next) => change(next), close: closeCell, gives: givesOf(p, state.cell), turn: p.turn, head })];
}

function bench(p) {
  if (p.busy) return busyCard(p);
  if (state.corners) return cornersCard(p);
  if (!p.garden) return p.error ? errorCard(p) : null;
  const withPhoto = p.scan && !p.scan.lost;
  return h("div", { class: `bench ${withPhoto ? `with-photo view-${state.view}` : ""}` },
    h("div", { class: "pictures" }, viewSwitch(p, withPhoto), withPhoto && photoCard(p), planCard(p)),
    h("div", { class: "side" }, questionCard(p), hintCard(p), padCard(p), rulesCard(p), verifyCard(p), tableCard(), soloShare(p), keepCard(p), settingsCard(), earlierCard()),
    state.cell && editorOf(p));
}

function draw() {
  const p = player(), focus = document.activeElement?.id, scroll = root.querySelector(".editor")?.scrollTop;
  const place = document.activeElement?.closest?.(".editor") ? document.activeElement.dataset.do ?? null : undefined;
  const cell = document.activeElement?.closest?.(".cells button")?.dataset.cell;
  const along = root.querySelector(".tabs")?.scrollLeft ?? 0;
  start.hidden = state.players.length > 0;
  document.getElementById("start-earlier").hidden = !hasEarlier();
  root.hidden = !start.hidden;
  root.replaceChildren(...(p ? [tabs(), bench(p)].filter(Boolean) : []));
  const editor = root.querySelector(".editor"), list = root.querySelector(".tabs");
  if (list) list.scrollLeft = along;
  const active = list?.querySelector('[aria-selected="true"]');
  if (active && (active.offsetLeft + active.offsetWidth > along + list.clientWidth || active.offsetLeft < along)) list.scrollLeft = active.offsetLeft - 14;
  if (editor && scroll) editor.scrollTop = scroll;
  if (editor) uncover(editor, state.cell);
  if (editor && place !== undefined) (editor.querySelector(`[data-do="${place}"]:enabled`) ?? editor.querySelector("h2")).focus({ preventScroll: true });
  else if (cell) focusCell(cell);
  else if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

// ---- coming and going -----------------------------------------------------------------------------------------------------
function byHand(garden = EMPTY, name = "") {
  if (!newPlayer({ garden, name })) return;
  state.view = "plan";
  render();
  refresh();
}

async function example() {
  const { states } = await ask("play", { game: "babylon", seed: 1 + Math.floor(Math.random() * 1e6), players: 3 });
  states.forEach((garden, i) => markSafe(newPlayer({ garden, name: ["Ada", "Ben", "Cyd"][i] })));
  state.current = 0;
  await refresh();
}

const told = (error) => tell(cap(wordOfError({ code: error.code, hint: error.message })));

function listenToFiles() {
  for (const id of ["photos", "camera"]) document.getElementById(id).addEventListener("change", (e) => { takePhotos(e.target.files); e.target.value = ""; });
  document.addEventListener("dragover", (e) => { e.preventDefault(); document.body.classList.add("dragging"); });
  document.addEventListener("dragleave", (e) => { if (!e.relatedTarget) document.body.classList.remove("dragging"); });
  document.addEventListener("drop", (e) => { e.preventDefault(); document.body.classList.remove("dragging"); takePhotos(e.dataTransfer.files); });
  document.addEventListener("paste", (e) => { if (e.clipboardData?.files.length) { e.preventDefault(); takePhotos(e.clipboardData.files); } });
}

function listen() {
  listenToFiles();
  document.getElementById("upload").addEventListener("submit", (e) => e.preventDefault());
  document.getElementById("by-hand").addEventListener("click", () => byHand());
  document.getElementById("start-earlier").addEventListener("click", bringBack);
  document.getElementById("example").addEventListener("click", () => example().catch(told));
  document.addEventListener("keydown", (e) => {
    if (!(e.ctrlKey || e.metaKey) || /^(INPUT|TEXTAREA)$/.test(e.target.tagName)) return;
    if (e.key === "z" && !e.shiftKey) { e.preventDefault(); undo(); } else if (e.key === "y" || (e.key.toLowerCase() === "z" && e.shiftKey)) { e.preventDefault(); redo(); }
  });
}

drawWith(draw);
listen();
restore().catch((error) => { told(error); announce(error.message); }).then(refresh);
