// Babylonia: the tiles as they lie, tokens put down by tapping hexes, cities and ziggurats scored by tapping them.
import { ask, cap, facts, h, say } from "./dom.js";

export const SPOTS = "[data-hex]";
const TOKENS = ["farmer", "priest", "merchant", "servant"];
const SYMBOLS = { M: "merchant", S: "servant", P: "priest" };

export const freshTools = () => ({ token: "farmer", setup: false, site: null, fixed: [], ziggurat: null });

export async function begin(names) {
  const { states } = await ask("play", { game: facts.game, seed: 1 + Math.floor(Math.random() * 1e6), players: names.length });
  return { header: { game: facts.game, players: names, tiles: states[0].tiles, events: [] }, ui: { setup: true } };
}

export function prepare(root, { state }) {
  const waiting = new Set(state.look.table.waiting);
  for (const hex of root.querySelectorAll(SPOTS)) {
    const site = state.look.table.sites[hex.dataset.hex];
    if (site && waiting.has(site)) hex.classList.add("waiting");
    if (site && state.ui.setup && site === state.ui.site) hex.classList.add("chosen");
  }
}

export function tap(hex, desk) {
  const { state } = desk, table = state.look.table, site = table.sites[hex.dataset.hex];
  if (state.ui.setup) {
    if (site?.startsWith("T")) { state.ui.site = site; desk.redraw(); }
    return;
  }
  if (table.over || table.stop) return;
  const city = site?.startsWith("Z") || /^[MSP]+$/.test(table.tiles[site] ?? "");
  if (city) score(site, desk);
  else desk.add({ do: "place", token: state.ui.token, hex: hex.dataset.hex.split(",").map(Number) });
}

async function score(site, desk, card) {
  const code = await desk.add({ do: "score", site, ...(card ? { card } : {}) });
  desk.state.ui.ziggurat = code === "choose-card" ? site : null;
  desk.render();
}

const tileName = (tile, word) => (tile === "cities" ? `${word("field")}: ${word("cities")}` : /^\d$/.test(tile) ? `${word("field")} ${tile}` : [...tile].map((s) => word(SYMBOLS[s])).join(" + "));

// The chosen tile changes places with one that nobody has looked at yet, so that the box stays complete.
function choose(tile, desk) {
  const { state } = desk, { site, fixed } = state.ui, tiles = { ...state.data.tiles };
  const holders = Object.keys(tiles).filter((name) => tiles[name] === tile && name !== site);
  const other = holders.find((name) => !fixed.includes(name)) ?? holders[0];
  if (tiles[site] !== tile && other) [tiles[site], tiles[other]] = [tiles[other], tiles[site]];
  const left = Object.keys(tiles).sort();
  Object.assign(state.ui, { fixed: [...fixed, site], site: left.find((name) => name !== site && !fixed.includes(name)) ?? null });
  desk.show({ ...state.data, tiles });
}

function setup(desk) {
  const { state, word, button } = desk, site = state.ui.site;
  const kinds = [...new Set(Object.values(state.data.tiles))].sort((a, b) => a.length - b.length || a.localeCompare(b));
  return h("div", { class: "tools", id: "setup" }, h("p", {}, site ? h("strong", {}, say("setup-tile", { site })) : say("setup-text")),
    site ? h("div", { class: "buttons" }, kinds.map((tile) => button(cap(tileName(tile, word)), () => choose(tile, desk), { class: "button small", "aria-pressed": String(state.data.tiles[site] === tile), "data-tile": tile, "data-mark": `tile-${tile}` }))) : null,
    h("div", { class: "buttons" }, button(say("setup-done"), () => { Object.assign(state.ui, { setup: false, site: null }); desk.redraw(); }, { class: "button primary", id: "setup-done" })));
}

function cards(desk) {
  const { state, word, button } = desk, site = state.ui.ziggurat;
  return h("div", { class: "tools", id: "cards" }, h("p", {}, h("strong", {}, say("choose-card", { site }))), h("div", { class: "choices" }, state.look.table.offer.map((card) =>
    button([h("span", { class: "number" }, String(card)), h("span", { class: "quiet" }, word(`card-${card}`))], () => score(site, desk, card), { class: "button choice", "data-card": card }))));
}

export function tools(desk) {
  const { state, word, button } = desk, table = state.look.table;
  if (state.ui.setup) return setup(desk);
  if (state.ui.ziggurat) return cards(desk);
  const left = (token) => (table.stand ? h("span", { class: "quiet" }, ` × ${table.stand[token]}`) : null);
  const pick = (token) => () => { state.ui.token = token; desk.render(); };
  return h("div", { class: "tools" }, h("div", { class: "buttons", role: "group", "aria-label": say("turns-token") },
    TOKENS.map((token) => button([cap(word(token)), left(token)], pick(token), { class: "button small", "aria-pressed": String(state.ui.token === token), "data-token": token, "data-mark": token }))),
  h("div", { class: "buttons" }, table.waiting.map((site) => button(say("score-site", { site }), () => score(site, desk), { class: "button primary", "data-site": site })),
    button(say("turns-end"), () => desk.add({ do: "end" }), { class: table.waiting.length ? "button" : "button primary", id: "end-turn" }),
    table.extra ? button(say("extra-turn"), () => desk.add({ do: "end", extra: true }), { class: "button", id: "extra-turn" }) : null,
    state.data.events.length ? null : button(say("setup-change"), () => { state.ui.setup = true; desk.redraw(); }, { class: "button small", id: "setup-change" })),
  h("p", { class: "quiet" }, say("turns-tap")));
}
