// Amyitis: every action as a small form, cells and sections chosen in the garden; or only the table at its end.
import { cap, h, s, say, facts } from "./dom.js";

export const SPOTS = "[data-cell], [data-edge]";
const ACTIONS = ["hire", "caravan", "pass"];
const CITY_FIELDS = { sale: ["edge"], guild: ["card", "good"], plant: ["quality", "gardeners", "cell", "points", "choice", "good"] };
const CRAFT_FIELDS = { farmer: ["row"], priest: ["temple"], engineer: ["edge"], merchant: [] };
const NUMBERS = { camels: 1, steps: 1, quality: 1, gardeners: 0 };
const HOARD = ["track", "tiles", "goods", "palace", "caravan", "banker", "irrigation"];

export const freshTools = () => ({ form: { do: "hire" } });

export async function begin(names, wanted) {
  const header = { game: facts.game, players: names };
  if (wanted === "final") return { header: { ...header, final: Object.fromEntries(names.map((name) => [name, {}])) }, ui: {} };
  return { header: { ...header, events: [] }, ui: {} };
}

function fieldsOf(form, table) {
  if (form.do === "hire") return ["group", "craftsman", ...(CRAFT_FIELDS[form.craftsman] ?? [])];
  if (form.do === "caravan") return ["camels", "steps", "city", ...(form.city ? ["pay", ...CITY_FIELDS[table.cities[form.city]]] : [])];
  return { procession: ["temple"], ishtar: ["take"], tammouz: ["row"], exchange: ["give", "take"], discard: ["goods"] }[form.do] ?? [];
}

export function prepare(root, { state }) {
  for (const edge of root.querySelectorAll("[data-edge]")) {
    const line = edge.querySelector("line"), hit = line.cloneNode();
    hit.setAttribute("stroke", "transparent");
    hit.setAttribute("stroke-width", 24);
    edge.append(hit);
    edge.append(s("title", {}, edge.dataset.edge.replace("-", " – ")));
  }
  const form = state.ui.form, name = (pair) => pair.map((cell) => cell.join(",")).join("-");
  if (form.edge) root.querySelector(`[data-edge="${name(form.edge)}"]`)?.classList.add("chosen");
  if (form.cell) root.querySelector(`[data-cell="${form.cell.join(",")}"]`)?.classList.add("chosen");
}

const numbers = (text) => text.split(",").map(Number);

export function tap(spot, desk) {
  const { form } = desk.state.ui, wanted = fieldsOf(form, desk.state.look.table);
  if (spot.dataset.edge && wanted.includes("edge")) form.edge = spot.dataset.edge.split("-").map(numbers);
  else if (spot.dataset.cell && wanted.includes("cell")) form.cell = numbers(spot.dataset.cell);
  else return;
  desk.redraw();
}

// ---- fields of an event ---------------------------------------------------------------------------------------------------
function choices(desk, name, values, label = desk.word) {
  const { form } = desk.state.ui;
  const pick = (value) => () => { form[name] = form[name] === value ? undefined : value; desk.render(); };
  return h("div", { class: "field", role: "group", "aria-label": say(`f-${name}`) }, h("span", { class: "quiet" }, say(`f-${name}`)), h("div", { class: "buttons" }, values.map((value) =>
    desk.button(cap(label(value)), pick(value), { class: "button small", "aria-pressed": String(form[name] === value), "data-mark": `${name}-${value}`, "data-field": name, "data-value": value }))));
}

function several(desk, name, values, label = desk.word) {
  const { form } = desk.state.ui, held = form[name] ?? [];
  const set = (next) => { form[name] = next; desk.render(); };
  return h("div", { class: "field", role: "group", "aria-label": say(`f-${name}`) }, h("span", { class: "quiet" }, `${say(`f-${name}`)}: ${held.map(label).join(", ") || "–"}`), h("div", { class: "buttons" },
    values.map((value) => desk.button(`+ ${label(value)}`, () => set([...held, value]), { class: "button small", "data-mark": `${name}-${value}`, "data-field": name, "data-value": value })),
    held.length ? desk.button("✕", () => set([]), { class: "button small", "aria-label": say("remove") }) : null));
}

function amount(desk, name, low = 0) {
  const { form } = desk.state.ui, value = form[name] ?? NUMBERS[name] ?? low;
  const set = (next) => () => { form[name] = Math.max(low, next); desk.render(); };
  return h("div", { class: "field", role: "group", "aria-label": say(`f-${name}`) }, h("span", { class: "quiet" }, say(`f-${name}`)), h("div", { class: "stepper" },
    desk.button("−", set(value - 1), { class: "button square", "aria-label": `${say(`f-${name}`)} −`, "data-mark": `${name}-less` }), h("span", { class: "level-value" }, String(value)), desk.button("+", set(value + 1), { class: "button square", "aria-label": `${say(`f-${name}`)} +`, "data-mark": `${name}-more` })));
}

function spot(desk, name) {
  const value = desk.state.ui.form[name];
  return h("p", { class: "field" }, h("span", { class: "quiet" }, `${say(`f-${name}`)}: `), value ? h("strong", {}, value.flat().length > 2 ? value.map((c) => c.join(",")).join(" – ") : value.join(",")) : say("f-tap"));
}

function field(desk, name) {
  const { table } = desk.state.look, { form } = desk.state.ui;
  const people = (group) => `${group + 1}: ${table.groups[group].map((c) => (c ? desk.word(c) : "?")).join(", ") || "–"}`;
  const list = {
    group: () => choices(desk, name, table.groups.map((_, i) => i), people), craftsman: () => choices(desk, name, form.group === undefined || table.groups[form.group].includes(null) ? table.craftsmen : [...new Set(table.groups[form.group])]),
    row: () => choices(desk, name, table.rows, (row) => say(`row-${row}`)), temple: () => choices(desk, name, table.temples),
    city: () => choices(desk, name, Object.keys(table.cities), (city) => city), card: () => choices(desk, name, table.guilds),
    pay: () => several(desk, name, table.goods), goods: () => several(desk, name, table.goods), good: () => choices(desk, name, table.goods.slice(0, 4)), choice: () => several(desk, name, [...table.goods, ...table.guilds]),
    give: () => choices(desk, name, table.goods), take: () => choices(desk, name, form.do === "ishtar" ? ["camel", "talent"] : table.goods),
    edge: () => spot(desk, name), cell: () => spot(desk, name), points: () => amount(desk, name), camels: () => amount(desk, name), steps: () => amount(desk, name), quality: () => amount(desk, name, 1), gardeners: () => amount(desk, name),
  };
  return list[name]();
}

function eventOf(form, table) {
  const event = { do: form.do };
  for (const name of fieldsOf(form, table)) {
    const value = form[name] ?? NUMBERS[name];
    if (name === "pay" || name === "goods") event[name] = value ?? [];
    else if (name === "points") { if (value !== undefined) event.tile = { points: value }; } else if (value !== undefined) event[name] = value;
  }
  return event;
}

export function tools(desk) {
  const { state, button } = desk, table = state.look.table, { ui } = state;
  if (table.does && ui.form.do !== table.does) ui.form = { do: table.does };
  if (!table.does && !ACTIONS.includes(ui.form.do)) ui.form = { do: "hire" };
  const enter = async () => { if ((await desk.add(eventOf(ui.form, table))) === null) { ui.form = { do: "hire" }; desk.redraw(); } };
  const pick = (action) => () => { ui.form = { do: action }; desk.redraw(); };
  return h("div", { class: "tools" }, h("p", { class: "quiet" }, `${say("round", { number: table.round })} · ${desk.word(`phase-${table.phase}`)}`),
    h("div", { class: "buttons", role: "group", "aria-label": say("action") }, (table.does ? [table.does] : ACTIONS).map((action) => button(say(`act-${action}`), pick(action), { class: "button small", "aria-pressed": String(ui.form.do === action), "data-act": action, "data-mark": `act-${action}` }))),
    fieldsOf(ui.form, table).map((name) => field(desk, name)),
    h("div", { class: "buttons" }, button(say("do-it"), enter, { class: "button primary", id: "enter" })));
}

// ---- the table at its end -------------------------------------------------------------------------------------------------
function valueOf(name, text) {
  const words = text.trim().split(/[\s,;+]+/).filter(Boolean);
  if (!words.length) return undefined;
  if (name === "tiles" && (words.length > 1 || words[0] === "?")) return words.map((w) => (/^\d+$/.test(w) ? Number(w) : null));
  return /^\d{1,3}$/.test(words[0]) ? Number(words[0]) : undefined;
}

const textOf = (value) => (Array.isArray(value) ? value.map((v) => v ?? "?").join(" ") : String(value ?? ""));

export function extra(desk) {
  const { data } = desk.state;
  if (!data.final) return null;
  const submit = (event) => {
    event.preventDefault();
    const given = new FormData(event.target), next = { ...data, final: {} };
    for (const name of data.players) next.final[name] = Object.fromEntries(HOARD.map((key) => [key, valueOf(key, given.get(`${name}/${key}`))]).filter(([, value]) => value !== undefined));
    for (const key of ["tiles_left", "rounds"]) { const value = valueOf(key, given.get(key)); if (value === undefined) delete next[key]; else next[key] = value; }
    desk.show(next).catch((error) => { Object.assign(desk.state, { refused: { sentence: error.message } }); desk.render(); });
  };
  const input = (name, value, label) => h("input", { name, value: textOf(value), "aria-label": label, maxlength: 40, inputmode: "text", size: 4 });
  const rows = HOARD.map((key) => h("tr", {}, h("th", { scope: "row" }, say(`final-${key}`)), data.players.map((name) => h("td", {}, input(`${name}/${key}`, data.final[name]?.[key]?.length && key === "goods" ? data.final[name][key].length : data.final[name]?.[key], `${name}: ${say(`final-${key}`)}`)))));
  return h("section", { class: "card", id: "final" }, h("h2", {}, say("final-title")), h("p", { class: "quiet" }, say("final-text")), desk.state.refused ? h("p", { class: "note wrong", role: "alert" }, desk.state.refused.sentence) : null,
    h("form", { onsubmit: submit }, h("div", { class: "map", tabindex: 0, role: "region", "aria-label": say("final-title") }, h("table", { class: "grid final" }, h("thead", {}, h("tr", {}, h("td", {}), data.players.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows))),
      h("div", { class: "sheet-grid" }, ["tiles_left", "rounds"].map((key) => h("label", {}, say(`final-${key.replace("_", "-")}`), input(key, data[key], say(`final-${key.replace("_", "-")}`))))),
      h("button", { class: "button primary", id: "final-score" }, say("score-it"))));
}
