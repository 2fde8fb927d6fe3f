// A garden as plain data and the changes a player makes to it. Every change returns a new garden.
export const SIZE = 8;
export const MAX_LEVEL = 16;
export const FLOWERS = ["white", "blue", "yellow", "pink"];
export const KINDS = ["statue", "fountain", "bridge", "stairs", "belvedere"];
export const EMPTY = { game: "babylon", tiles: [], decorations: [] };
const DIRECTIONS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export const cellName = ([col, row]) => String.fromCharCode(65 + col) + (row + 1);
export const cellsOf = (t) => [[t.col, t.row], [t.col + 1, t.row], [t.col + 1, t.row + 1], [t.col, t.row + 1]];
export const covers = (t, [c, r]) => c >= t.col && c <= t.col + 1 && r >= t.row && r <= t.row + 1;
export const sameTile = (a, b) => a.col === b.col && a.row === b.row && a.level === b.level;
const pieceKey = (p) => p.kind + p.cells.map((c, i) => `${c}@${p.levels[i]}`).sort().join("-");
export const samePiece = (a, b) => pieceKey(a) === pieceKey(b);
export const keyOf = (thing) => (thing.kind ? pieceKey(thing) : `tile${thing.col},${thing.row}@${thing.level}`);
const inside = ([c, r]) => c >= 0 && r >= 0 && c < SIZE && r < SIZE;

export function topLevel(garden, cell) {
  return garden.tiles.reduce((top, t) => (covers(t, cell) && t.level > top ? t.level : top), 0);
}

export function tilesAt(garden, cell) {
  return garden.tiles.filter((t) => covers(t, cell)).sort((a, b) => b.level - a.level);
}

export function piecesAt(garden, cell) {
  return garden.decorations.filter((p) => p.cells.some((c) => c[0] === cell[0] && c[1] === cell[1]));
}

export function addTile(garden, cell, flower) {
  const col = Math.min(cell[0], SIZE - 2), row = Math.min(cell[1], SIZE - 2);
  const level = Math.min(MAX_LEVEL, 1 + Math.max(...cellsOf({ col, row }).map((c) => topLevel(garden, c))));
  const tile = { col, row, level, flower };
  if (garden.tiles.some((t) => sameTile(t, tile))) return garden;
  return { ...garden, tiles: [...garden.tiles, tile] };
}

// The pieces on the visible fields of a tile go where it goes.
export function changeTile(garden, tile, change) {
  const next = { ...tile, ...change };
  const clash = garden.tiles.some((t) => !sameTile(t, tile) && sameTile(t, next));
  if (clash || next.level < 1 || next.level > MAX_LEVEL || next.col < 0 || next.row < 0 || next.col > SIZE - 2 || next.row > SIZE - 2) return garden;
  const [dc, dr, dl] = [next.col - tile.col, next.row - tile.row, next.level - tile.level];
  const onTile = (cell, level) => level === tile.level && covers(tile, cell);
  const decorations = garden.decorations.map((p) => {
    const held = p.cells.map((c, i) => onTile(c, p.levels[i]));
    if (!held.some(Boolean)) return p;
    if (!held.every(Boolean) && (dc || dr)) return p; // joins another tile: leave it, the rules will complain
    return {
      ...p,
      cells: p.cells.map((c, i) => (held[i] ? [c[0] + dc, c[1] + dr] : c)),
      levels: p.levels.map((l, i) => (held[i] ? l + dl : l)),
    };
  });
  return { ...garden, tiles: garden.tiles.map((t) => (sameTile(t, tile) ? next : t)), decorations };
}

export function removeTile(garden, tile) {
  const gone = (p) => p.cells.some((c, i) => p.levels[i] === tile.level && covers(tile, c));
  return { ...garden, tiles: garden.tiles.filter((t) => !sameTile(t, tile)), decorations: garden.decorations.filter((p) => !gone(p)) };
}

export function removePiece(garden, piece) {
  return { ...garden, decorations: garden.decorations.filter((p) => !samePiece(p, piece)) };
}

export function addPiece(garden, piece) {
  if (garden.decorations.some((p) => samePiece(p, piece))) return garden;
  return { ...garden, decorations: [...garden.decorations, piece] };
}

// Every piece that could stand on the cell's topmost tile, those that fit the levels first.
export function piecesFor(garden, cell) {
  const level = topLevel(garden, cell);
  if (!level) return [];
  const out = [{ kind: "statue", cells: [cell], levels: [level], fits: true }, { kind: "belvedere", cells: [cell], levels: [level], fits: true }];
  for (const [kind, steps] of [["fountain", 1], ["bridge", 2], ["stairs", 1]]) {
    for (const [dc, dr] of DIRECTIONS) {
      const other = [cell[0] + dc * steps, cell[1] + dr * steps];
      const there = inside(other) ? topLevel(garden, other) : 0;
      if (!there) continue;
      const fits = kind === "stairs" ? Math.abs(there - level) === 1 : there === level && !garden.tiles.some((t) => t.level === level && covers(t, cell) && covers(t, other));
      out.push({ kind, cells: [cell, other], levels: [level, there], fits });
    }
  }
  return out;
}

// ---- the garden as it lies after turning the table clockwise by quarters -----------------------------------------------------
export function turnCell([col, row], quarters) {
  let cell = [col, row];
  for (let i = 0; i < quarters; i++) cell = [SIZE - 1 - cell[1], cell[0]];
  return cell;
}

export const turnBack = (cell, quarters) => turnCell(cell, (4 - quarters) % 4);

// A step on the turned plan as a step on the board.
export function stepBack([dc, dr], quarters) {
  const [a, b] = [turnBack([0, 0], quarters), turnBack([dc, dr], quarters)];
  return [b[0] - a[0], b[1] - a[1]];
}

// Every turned thing remembers what it was: marks and names belong to the garden, not to the view.
export function turnGarden(garden, quarters) {
  const tiles = garden.tiles.map((t) => {
    const cells = cellsOf(t).map((c) => turnCell(c, quarters)), symbols = t.symbols ?? [];
    const [col, row] = [0, 1].map((k) => Math.min(...cells.map((c) => c[k])));
    return { ...t, col, row, symbols: symbols.map((_, i) => symbols[(i + 4 - quarters) % 4]), was: t };
  });
  return { tiles, decorations: garden.decorations.map((p) => ({ ...p, cells: p.cells.map((c) => turnCell(c, quarters)), was: p })) };
}
