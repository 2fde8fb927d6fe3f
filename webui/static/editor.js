// The sheet that opens for one cell: pieces on it, what can be added, tiles over it.
import { cap, facts, h, icon, s, say } from "./dom.js";
import { FLOWERS, KINDS, addPiece, addTile, cellName, changeTile, piecesAt, piecesFor, removePiece, removeTile, stepBack, tilesAt, topLevel } from "./garden.js";
import { colourOf } from "./plan.js";

const ARROWS = [["move-left", "←", [-1, 0]], ["move-far", "↑", [0, -1]], ["move-near", "↓", [0, 1]], ["move-right", "→", [1, 0]]];
const button = (words, onclick, more = {}) => h("button", { type: "button", class: "button small", onclick, ...more }, words);
const kindName = (kind) => say(kind === "stairs" ? "stairs-piece" : kind);

function swatch(flower, level) {
  return s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { width: 32, height: 32, fill: colourOf(flower, level) }), s("rect", { x: 2, y: 2, width: 28, height: 28, rx: 5, fill: `url(#${flower})`, stroke: facts.borders[flower], "stroke-width": 3 }));
}

function flowerButtons(level, pressed, choose) {
  return h("div", { class: "flowers", role: "group", "aria-label": say("flower") }, FLOWERS.map((flower) =>
    button([swatch(flower, level), cap(say(flower))], () => choose(flower), { class: "button small flower-button", "data-flower": flower, "aria-pressed": pressed === null ? null : String(pressed === flower) })));
}

function tileRow(garden, tile, covered, change, turn) {
  const to = (next) => change(changeTile(garden, tile, next));
  const move = ([dc, dr]) => to({ col: tile.col + dc, row: tile.row + dr });
  return h("div", { class: "row", "data-tile": `${tile.col},${tile.row},${tile.level}` },
    h("div", { class: "what" }, `${cap(say("tile"))} ${cellName([tile.col, tile.row])}–${cellName([tile.col + 1, tile.row + 1])}`, covered && h("span", { class: "quiet" }, ` (${say("hidden-note")})`)),
    h("div", { class: "stepper" }, button("−", () => to({ level: tile.level - 1 }), { class: "button square", "aria-label": say("level-down"), "data-do": "level-down" }),
      h("span", { class: "level-value" }, `${say("level")} ${tile.level}`),
      button("+", () => to({ level: tile.level + 1 }), { class: "button square", "aria-label": say("level-up"), "data-do": "level-up" })),
    button(say("remove"), () => change(removeTile(garden, tile)), { class: "button small danger", "data-do": "remove-tile" }),
    flowerButtons(tile.level, tile.flower, (flower) => to({ flower })),
    h("div", { class: "stepper", role: "group", "aria-label": say("move") }, h("span", { class: "quiet" }, say("move")), ARROWS.map(([name, sign, step]) => button(sign, () => move(stepBack(step, turn)), { class: "button square", "aria-label": say(name), "data-do": name }))));
}

function pieceRow(garden, piece, change) {
  const where = piece.cells.map(cellName).join("–");
  return h("div", { class: "row" }, icon(piece.kind), h("span", { class: "grow" }, `${cap(kindName(piece.kind))} ${where}, ${say("level")} ${[...new Set(piece.levels)].join("–")}`),
    button(say("remove"), () => change(removePiece(garden, piece)), { class: "button small danger", "data-do": `remove-${piece.kind}` }));
}

function pieceButtons(garden, cell, change) {
  const all = piecesFor(garden, cell);
  const make = (p) => button([icon(p.kind, 30), cap(kindName(p.kind)) + (p.cells[1] ? ` ${say("to-cell", { cell: cellName(p.cells[1]) })}` : "")],
    () => change(addPiece(garden, { kind: p.kind, cells: p.cells, levels: p.levels })), { class: "button small piece-button", "data-add": p.kind + (p.cells[1] ? `-${cellName(p.cells[1])}` : "") });
  const order = (list) => KINDS.flatMap((kind) => list.filter((p) => p.kind === kind)).map(make);
  const odd = all.filter((p) => !p.fits);
  return [h("div", { class: "buttons pieces" }, order(all.filter((p) => p.fits))), odd.length ? h("details", {}, h("summary", { class: "quiet" }, say("more")), h("div", { class: "buttons pieces" }, order(odd))) : null];
}

// `turn`: how the plan lies, so that an arrow moves a tile the way it points; `head`: what stands beside the cell's name.
export function cellEditor(garden, cell, { change, close, gives = [], turn = 0, head = [] }) {
  const tiles = tilesAt(garden, cell), top = topLevel(garden, cell);
  return h("section", { class: "editor", role: "dialog", "aria-label": say("cell-edit", { cell: cellName(cell) }), onkeydown: (event) => { if (event.key === "Escape") close(); } },
    h("div", { class: "head" }, h("h2", { tabindex: -1 }, say("cell-edit", { cell: cellName(cell) })), head, button("✕", close, { class: "button square", "aria-label": say("close"), "data-do": "close" })),
    gives.length ? h("ul", { class: "plainlist quiet gives", "aria-label": say("gives") }, gives.map((line) => h("li", {}, line))) : null,
    piecesAt(garden, cell).map((piece) => pieceRow(garden, piece, change)),
    tiles.length ? [h("h3", {}, say("add-piece")), pieceButtons(garden, cell, change)] : h("p", { class: "quiet" }, say("no-tile-here")),
    tiles.map((tile) => tileRow(garden, tile, tile.level < top, change, turn)),
    h("h3", {}, say("add-tile")), flowerButtons(top + 1, null, (flower) => change(addTile(garden, cell, flower))));
}
