// Outlines on the photo: the same pinhole camera as the scanner's, so that corrections move on the photo too.
import { facts, h, s } from "./dom.js";
import { SIZE, cellsOf, keyOf, topLevel } from "./garden.js";

const LEVEL_COLOURS = ["#fff", "#409cff", "#34c759", "#ffcc00", "#ff693c", "#d650dc", "#ff3c5a", "#fff"];
const DASHES = [null, null, "18 7", "7 7", "26 6 6 6", "3 6", "12 3", null];
const LETTER = { statue: "S", fountain: "F", bridge: "B", stairs: "T", belvedere: "V" };

export function projector(view) {
  const { K, R, t, k1 } = view;
  return ([x, y, z]) => {
    const cam = R.map((row, i) => row[0] * x + row[1] * y + row[2] * z + t[i]);
    const [u, v] = [cam[0] / cam[2], cam[1] / cam[2]];
    const bend = 1 + k1 * (u * u + v * v);
    return [K[0][0] * u * bend + K[0][1] * v * bend + K[0][2], K[1][0] * u * bend + K[1][1] * v * bend + K[1][2]];
  };
}

const heightOf = (view, level) => (level ? view.level_first + (level - 1) * view.level_step : 0);
const path = (points) => points.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ");

function square(view, project, x, y, half, level, above = 0) {
  const z = heightOf(view, level) + above;
  return [[-1, 1], [1, 1], [1, -1], [-1, -1]].map(([dx, dy]) => project([x + dx * half, y + dy * half, z]));
}

export function cellCentre(view, garden, cell) {
  return projector(view)([cell[0], -cell[1], heightOf(view, topLevel(garden, cell))]);
}

// Quarters by which the plan has to be turned to lie as the board does in the photo.
export function turnOf(view) {
  const project = projector(view), a = project([0, -3.5, 0]), b = project([7, -3.5, 0]);
  return (Math.round(Math.atan2(b[1] - a[1], b[0] - a[0]) / (Math.PI / 2)) + 4) % 4;
}

// The part of the photo that holds the board and everything built on it, as [left, top, width, height].
const PIECE_CELLS = 0.7; // about the height of a statue
function boardPart(photo, view, garden) {
  const project = projector(view), raised = (t) => square(view, project, t.col + 0.5, -t.row - 0.5, 1, t.level, PIECE_CELLS);
  const points = [...view.board.map(([x, y]) => project([x, y, 0])), ...garden.tiles.flatMap(raised)];
  const [xs, ys] = [0, 1].map((k) => points.map((p) => p[k]));
  const margin = 0.04 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = Math.max(0, Math.min(...xs) - margin), upper = Math.max(0, Math.min(...ys) - margin);
  const right = Math.min(photo.width, Math.max(...xs) + margin), lower = Math.min(photo.height, Math.max(...ys) + margin);
  const usable = right - left > photo.width / 20 && lower - upper > photo.height / 20;
  return usable ? [left, upper, right - left, lower - upper] : [0, 0, photo.width, photo.height];
}

// The photo around the board with the outlines over it.
export function photoFrame(photo, view, garden, img, options) {
  const [left, top, width, height] = boardPart(photo, view, garden);
  const frame = h("div", { class: "frame photo cut" }, img, drawOverlay([left, top, width, height], view, garden, options));
  frame.style.aspectRatio = `${width} / ${height}`;
  Object.assign(img.style, { width: `${(100 * photo.width) / width}%`, left: `${(-100 * left) / width}%`, top: `${(-100 * top) / height}%` });
  return frame;
}

// The names of columns and rows beside the board, so that photo and plan can be compared however the photo was taken.
function axes(project, unit) {
  const name = (x, y, words) => label(...project([x, y, 0]), words, "#fff", 0.85 * unit);
  return Array.from({ length: SIZE }, (_, i) => [name(i, 0.72, String.fromCharCode(65 + i)), name(-0.72, -i, String(i + 1))]).flat();
}

// How many units wide the photo is for its letters: it is small on a phone, and beside the plan on a wide screen.
const lettersWide = () => (innerWidth < 1000 ? Math.min(900, Math.max(460, 1.2 * innerWidth)) : 500);

function drawOverlay(part, view, garden, { marks = () => null, chosen = null, open, point }) {
  const project = projector(view), unit = Math.max(part[2], part[3]) / lettersWide();
  const root = s("svg", { class: "overlay", viewBox: part.join(" "), "aria-hidden": "true" }, axes(project, unit));
  for (const t of [...garden.tiles].sort((a, b) => a.level - b.level)) {
    if (!cellsOf(t).some((c) => topLevel(garden, c) <= t.level)) continue;
    const corners = path(square(view, project, t.col + 0.5, -t.row - 0.5, view.tile_side / 2, t.level));
    const colour = LEVEL_COLOURS[Math.min(t.level, 7)], dash = DASHES[Math.min(t.level, 7)]?.split(" ").map((v) => v * unit).join(" ");
    const [x, y] = project([t.col + 0.5, -t.row - 0.5, heightOf(view, t.level)]);
    root.append(s("g", { class: marks(t), "data-key": keyOf(t) },
      s("polygon", { points: corners, fill: "none", stroke: "#000", "stroke-width": 4.5 * unit, "stroke-opacity": 0.75 }),
      s("polygon", { points: corners, fill: "none", stroke: colour, "stroke-width": 2.4 * unit, "stroke-dasharray": dash }),
      label(x, y, `${facts.letters[t.flower]}${t.level}`, colour, unit)));
  }
  for (const p of garden.decorations) root.append(pieceMark(p, view, project, unit, marks(p)));
  for (let c = 0; c < SIZE; c++) for (let r = 0; r < SIZE; r++) {
    const hit = s("polygon", { class: chosen && chosen[0] === c && chosen[1] === r ? "cell chosen" : "cell", "data-cell": `${c},${r}`, points: path(square(view, project, c, -r, 0.49, topLevel(garden, [c, r]))) });
    hit.addEventListener("click", () => open([c, r]));
    hit.addEventListener("mouseenter", () => point([c, r]));
    hit.addEventListener("mouseleave", () => point(null));
    root.append(hit);
  }
  return root;
}

function pieceMark(p, view, project, unit, mark) {
  const ends = p.cells.map((c, i) => project([c[0], -c[1], heightOf(view, p.levels[i])]));
  const [x, y] = [0, 1].map((k) => ends.reduce((sum, e) => sum + e[k], 0) / ends.length);
  const group = s("g", { class: mark, "data-key": keyOf(p) });
  if (ends.length > 1) group.append(s("polyline", { points: path(ends), stroke: "#000", "stroke-width": 7 * unit, "stroke-linecap": "round" }), s("polyline", { points: path(ends), stroke: "#fff", "stroke-width": 4 * unit, "stroke-linecap": "round" }));
  group.append(s("circle", { cx: x, cy: y, r: 10 * unit, fill: "#000", "fill-opacity": 0.8 }), label(x, y, LETTER[p.kind], "#fff", unit));
  return group;
}

function label(x, y, words, colour, unit) {
  const size = 15 * unit;
  return s("text", { x, y: y + size * 0.36, "font-size": size, "font-weight": "bold", fill: colour, stroke: "#000", "stroke-width": 3.5 * unit, "paint-order": "stroke" }, words);
}

// A part of the photo around a cell, for a question.
export function crop(photo, view, garden, cells) {
  const points = cells.map((cell) => cellCentre(view, garden, cell));
  const [x, y] = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const project = projector(view);
  const a = project([0, 0, 0]), b = project([7, -7, 0]);
  const wide = Math.hypot(a[0] - b[0], a[1] - b[1]) * 0.5, tall = wide * 0.55;
  const ring = Math.hypot(a[0] - b[0], a[1] - b[1]) * 0.055;
  return s("svg", { class: "crop", viewBox: `${x - wide / 2} ${y - tall / 2} ${wide} ${tall}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    s("image", { href: photo.url, width: photo.width, height: photo.height }),
    points.map(([cx, cy]) => s("circle", { cx, cy, r: ring, fill: "none", stroke: "#ff00c8", "stroke-width": ring / 9 })));
}
