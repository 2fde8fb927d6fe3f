// What the scanner doubts: one question after another, each answer a large button with the total it gives.
import { facts, h, say } from "./dom.js";
import { keyOf } from "./garden.js";
import { crop } from "./photo.js";
import { button, change, changed, lookAt, refresh } from "./state.js";

const root = document.getElementById("workshop");

export function cellsOfQuestion(q) {
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
function totalWith(p, choice) {
  const shown = h("span", { class: "number" }, String(choice.total));
  if (changed(p)) lookAt(p, applyChoice(p.garden, choice)).then((seen) => { shown.textContent = String(seen.score.score.total); }, () => {});
  return shown;
}

export function hintCard(p) {
  if (!p.scan?.hint || changed(p)) return null;
  return h("section", { class: "card note", id: "hint" }, h("p", {}, inMyWords(p.scan.hint)));
}

const answer = (p, choice) => async () => {
  const next = applyChoice(p.garden, choice);
  if (JSON.stringify(next) === JSON.stringify(p.garden)) {
    p.past.push({ garden: p.garden, asked: p.asked });
    p.asked += 1;
    await refresh();
  } else await change(next, { asked: p.asked + 1 });
  root.querySelector(".question .choice")?.focus({ preventScroll: true });
};

export function questionCard(p) {
  const q = p.scan?.questions[p.asked];
  if (!q) return null;
  const cells = cellsOfQuestion(q), names = cells.map((c) => String.fromCharCode(65 + c[0]) + (c[1] + 1)).join(", ");
  const choices = q.choices.map((c) => button([h("span", { class: "cap" }, inMyWords(c)), totalWith(p, c), h("span", { class: "quiet" }, `${Math.round(100 * c.probability)} %`)], answer(p, c), { class: "button choice" }));
  return h("section", { class: "card question", id: "question" },
    h("div", { class: "head" }, h("p", { class: "quiet grow" }, say("question-of", { number: p.asked + 1, count: p.scan.questions.length })), button(say("question-skip"), answer(p, {}), { class: "button small plain", id: "skip" })),
    h("h2", {}, inMyWords(q) || say("question-cell", { cell: names })), !p.scan.lost && cells.length ? crop(p.scan.photo, p.scan.view, p.garden, cells) : null, h("div", { class: "choices" }, choices));
}
