// The garden from above: an SVG, and over it a grid of buttons, one for each cell.
import { cap, facts, h, s, say } from "./dom.js";
import { SIZE, cellName, cellsOf, keyOf, piecesAt, tilesAt, topLevel, turnBack, turnCell, turnGarden } from "./garden.js";

const CELL = 64, MARGIN = 44, SIDE = SIZE * CELL + 2 * MARGIN;
const BEYOND = facts.colours.white.length;
const centre = ([c, r]) => [MARGIN + (c + 0.5) * CELL, MARGIN + (r + 0.5) * CELL];
export const colourOf = (flower, level) => facts.colours[flower][Math.min(level, BEYOND) - 1];

function text(x, y, words, size, more = {}) {
  return s("text", { x, y: y + size * 0.36, "font-size": size, fill: "#2b2118", ...more }, words);
}

// Letters name columns and numbers rows, however the board is turned.
function axisName(cell, quarters, along) {
  const [col, row] = turnBack(cell, quarters);
  return (quarters % 2 === 0) === along ? String.fromCharCode(65 + col) : String(row + 1);
}

function board(quarters) {
  const side = SIZE * CELL;
  const out = [s("rect", { x: MARGIN - 10, y: MARGIN - 10, width: side + 20, height: side + 20, rx: 10, fill: "#e4b878", stroke: "#a87f45", "stroke-width": 2 })];
  for (let i = 0; i < SIZE; i++) {
    const along = MARGIN + (i + 0.5) * CELL;
    out.push(text(along, MARGIN - 24, axisName([i, 0], quarters, true), 17, { class: "axis", fill: "currentColor" }), text(MARGIN - 25, along, axisName([0, i], quarters, false), 17, { class: "axis", fill: "currentColor" }));
    for (let r = 0; r < SIZE; r++) {
      const [x, y] = centre([i, r]);
      out.push(s("rect", { x: x - 18.5, y: y - 18.5, width: 37, height: 37, rx: 7, fill: "url(#hole)" }));
    }
  }
  return out;
}

function tileGroup(garden, t, marks) {
  const x = MARGIN + t.col * CELL, y = MARGIN + t.row * CELL, side = 2 * CELL;
  const free = cellsOf(t).filter((c) => topLevel(garden, c) <= t.level);
  const group = s("g", { class: marks(t.was), "data-key": keyOf(t.was) },
    s("rect", { x: x + 6, y: y + 7, width: side - 4, height: side - 4, rx: 9, fill: "#000", "fill-opacity": 0.3, filter: "url(#soft)" }),
    s("rect", { x: x + 1.5, y: y + 1.5, width: side - 3, height: side - 3, rx: 9, fill: colourOf(t.flower, t.level), stroke: "#2b2118", "stroke-width": 1.2 }),
    s("rect", { x: x + 5.5, y: y + 5.5, width: side - 11, height: side - 11, rx: 6, fill: `url(#${t.flower})`, stroke: facts.borders[t.flower], "stroke-width": 3.5 }),
    s("rect", { class: "ring", x: x + 3, y: y + 3, width: side - 6, height: side - 6, rx: 8 }));
  (t.symbols ?? []).forEach((symbol, i) => {
    if (!symbol) return;
    const [cx, cy] = centre(cellsOf(t)[i]);
    group.append(s("circle", { cx, cy, r: 21, fill: "#fff8e6", "fill-opacity": 0.75 }), s("use", { href: `#print-${symbol}`, x: cx - 16, y: cy - 16, width: 32, height: 32 }));
  });
  if (free.length) {
    let [mx, my] = [x + CELL, y + CELL];
    if (free.length < 4) {
      const [cx, cy] = centre(free[0]);
      [mx, my] = [cx + Math.sign(cx - mx) * 0.33 * CELL, cy + Math.sign(cy - my) * 0.33 * CELL];
    }
    group.append(s("circle", { cx: mx, cy: my, r: 11, fill: facts.borders[t.flower], stroke: "#2b2118" }),
      text(mx, my, facts.letters[t.flower], 14, { "font-weight": "bold", fill: t.flower === "white" ? "#2b2118" : "#fff" }));
  }
  return group;
}

function pieceGroup(p, marks) {
  const ends = p.cells.map(centre);
  const [x, y] = [0, 1].map((k) => ends.reduce((sum, e) => sum + e[k], 0) / ends.length);
  const last = ends[ends.length - 1];
  const order = p.levels.length > 1 && p.levels[1] > p.levels[0] ? [last, ends[0]] : [ends[0], last];
  const angle = (Math.atan2(order[1][1] - order[0][1], order[1][0] - order[0][0]) * 180) / Math.PI;
  const reach = { bridge: 130, fountain: 95, stairs: 88 }[p.kind] ?? 34;
  return s("g", { class: marks(p.was), "data-key": keyOf(p.was), transform: `translate(${x} ${y}) rotate(${angle}) scale(${CELL / 100})` },
    s("use", { href: `#icon-${p.kind}`, x: -130, y: -130, width: 260, height: 260 }),
    s("rect", { class: "ring", x: -reach, y: -34, width: 2 * reach, height: 68, rx: 12 }));
}

function numbers(garden) {
  const out = [];
  for (let c = 0; c < SIZE; c++) for (let r = 0; r < SIZE; r++) {
    const level = topLevel(garden, [c, r]);
    if (!level) continue;
    const x = MARGIN + c * CELL + 0.15 * CELL, y = MARGIN + r * CELL + 0.15 * CELL;
    out.push(s("circle", { cx: x, cy: y, r: 9.5, fill: "#fff", "fill-opacity": 0.9 }), text(x, y, String(level), 14, { "font-weight": "bold" }));
  }
  return out;
}

function troubles(check, quarters) {
  const out = [];
  for (const v of check?.violations ?? []) {
    for (const name of v.cells) {
      const [col, row] = turnCell([name.charCodeAt(0) - 65, Number(name.slice(1)) - 1], quarters);
      out.push(s("rect", { class: v.hard ? "broken" : "odd", x: MARGIN + col * CELL + 4, y: MARGIN + row * CELL + 4, width: CELL - 8, height: CELL - 8, rx: 8 }));
    }
  }
  return out;
}

// marks: a function from a tile or piece to a class; doubtful: cells with an open question; turn: quarters clockwise.
export function drawPlan(whole, { marks = () => null, check = null, doubtful = [], turn = 0 } = {}) {
  const garden = turnGarden(whole, turn);
  const root = s("svg", { class: "plan", viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" }, board(turn));
  const height = Math.max(0, ...garden.tiles.map((t) => t.level), ...garden.decorations.map((p) => Math.max(...p.levels)));
  for (let level = 1; level <= height; level++) {
    root.append(...garden.tiles.filter((t) => t.level === level).map((t) => tileGroup(garden, t, marks)));
    root.append(...garden.decorations.filter((p) => Math.max(...p.levels) === level).map((p) => pieceGroup(p, marks)));
  }
  root.append(...numbers(garden), ...troubles(check, turn));
  for (const cell of doubtful) {
    const [cx, cy] = centre(turnCell(cell, turn));
    root.append(s("circle", { class: "doubt", cx, cy, r: 29 }), text(cx + 22, cy + 22, "?", 22, { "font-weight": "bold", fill: "#c2006b", stroke: "#fff", "stroke-width": 4, "paint-order": "stroke" }));
  }
  return root;
}

export function describeCell(garden, cell) {
  const tiles = tilesAt(garden, cell);
  const words = tiles.length ? [`${say(tiles[0].flower)}, ${say("level")} ${tiles[0].level}`] : [say("board")];
  const here = piecesAt(garden, cell).filter((p) => p.levels[p.cells.findIndex((c) => c[0] === cell[0] && c[1] === cell[1])] >= topLevel(garden, cell));
  return `${cellName(cell)}: ${[...words, ...here.map((p) => say(p.kind === "stairs" ? "stairs-piece" : p.kind))].join(", ")}`;
}

// The grid of buttons: one tab stop, arrow keys inside.
export function cellGrid(garden, chosen, focus, { open, point, key, turn = 0 }) {
  const grid = h("div", { class: "cells", role: "grid", "aria-label": say("plan-label") });
  const move = (event, cell) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return key(event, cell);
    event.preventDefault();
    const next = turnBack(turnCell(cell, turn).map((v, i) => Math.min(SIZE - 1, Math.max(0, v + step[i]))), turn);
    for (const b of grid.querySelectorAll("button")) b.tabIndex = b.dataset.cell === String(next) ? 0 : -1;
    grid.querySelector(`[data-cell="${next}"]`).focus();
    return undefined;
  };
  for (let r = 0; r < SIZE; r++) {
    const row = h("div", { role: "row", class: "cell-row" });
    for (let c = 0; c < SIZE; c++) {
      const cell = turnBack([c, r], turn);
      row.append(h("button", {
        type: "button", role: "gridcell", "data-cell": String(cell), tabindex: String(focus) === String(cell) ? 0 : -1,
        "aria-label": cap(describeCell(garden, cell)), "aria-selected": String(String(chosen) === String(cell)),
        onclick: () => open(cell), onmouseenter: () => point(cell), onmouseleave: () => point(null), onfocus: () => point(cell), onkeydown: (e) => move(e, cell),
      }));
    }
    grid.append(row);
  }
  return grid;
}
