// What scores what: a line lights its pieces, a cell lights its lines.
import { cap, say } from "./dom.js";
import { keyOf, piecesAt, tilesAt } from "./garden.js";
import { describeCell } from "./plan.js";
import { lookOf, player, state } from "./state.js";

const root = document.getElementById("workshop");

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

export function marksFor(p) {
  const lit = litKeys(p, state.line);
  return lit === null ? () => null : (thing) => (lit.has(keyOf(thing)) ? "lit" : thing.kind || !lit.size || [...lit].some((k) => k.startsWith("tile")) ? "dim" : null);
}

const thingsAt = (garden, cell) => new Set([...piecesAt(garden, cell), ...tilesAt(garden, cell)].map(keyOf));

export function givesOf(p, cell) {
  const look = lookOf(p);
  if (!look) return [];
  const things = thingsAt(p.garden, cell), out = [];
  for (const line of look.score.lines) line.pieces.forEach((piece, i) => { if (things.has(keyOf(piece))) out.push(line.explanation[i]); });
  for (const entry of look.score.silent) if (things.has(keyOf(entry.piece))) out.push(entry.sentence);
  return out.map(cap);
}

const wordsAbout = (p, cell) => [cap(describeCell(p.garden, cell)), ...givesOf(p, cell)].join(" · ");

export function pointAt(cell) {
  const p = player(), caption = root.querySelector(".caption");
  if (!p?.garden) return;
  if (caption) caption.textContent = cell ? wordsAbout(p, cell) : say("tap-hint");
  const things = cell ? thingsAt(p.garden, cell) : new Set();
  for (const row of root.querySelectorAll("tr[data-line]")) {
    const lit = cell ? litKeys(p, row.dataset.line) ?? new Set() : new Set();
    row.classList.toggle("lit", [...things].some((key) => lit.has(key)));
  }
}

export function light(line) {
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
  for (const row of root.querySelectorAll("tr[data-line]")) {
    row.classList.toggle("lit", row.dataset.line === line);
  }
}
