// The written sheet held against the garden, and the rules this table plays by.
import { ask, cap, h, say, wordOfError } from "./dom.js";
import { player, render, setRule, settingsOf, sheetOf, state, store } from "./state.js";

const NUMBERS = ["statues", "fountains", "bridges", "stairs", "diversity", "flowers", "belvederes", "highest", "total"];
const EDITIONS = { en: "English", cs: "Čeština", pl: "Polski", de: "Deutsch" };
const open = { settings: false, verify: false };

const folded = (id, title, ...inside) => h("details", { class: "card", id, open: open[id] || (id === "verify" && state.verdict !== null), ontoggle: (e) => { open[id] = e.target.open; } }, h("summary", {}, h("strong", {}, title)), inside);

export function settingsCard() {
  const { edition = "en", bridge_hides = false, cover_decorations = true } = state.rules;
  const tick = (name, value) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: value, id: `rule-${name}`, onchange: (e) => setRule(name, e.target.checked) }), say(`rule-${name.replace("_", "-")}`));
  return folded("settings", say("rules-title"),
    h("label", { class: "check" }, say("rule-edition"), h("select", { id: "rule-edition", onchange: (e) => setRule("edition", e.target.value) }, Object.entries(EDITIONS).map(([code, name]) => h("option", { value: code, selected: code === edition }, name)))),
    tick("bridge_hides", bridge_hides), tick("cover_decorations", cover_decorations));
}

export function verifyCard(p) {
  const field = (n) => h("label", { class: n === "total" ? "whole" : null }, h("span", { class: "cap" }, say(n)), h("input", { inputmode: "numeric", pattern: "[0-9]*", maxlength: 4, autocomplete: "off", name: n, value: p.written[n] ?? "", oninput: (e) => { p.written[n] = e.target.value; } }));
  const out = h("div", { role: "status", id: "verdict" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const told = await ask("verify", { state: p.garden, sheet: sheetOf(p), settings: settingsOf(p) });
      if (p !== player()) return;
      state.verdict = told;
      store();
      render();
      document.getElementById("verdict").scrollIntoView({ block: "nearest" });
    } catch (error) { out.replaceChildren(h("p", { class: "bad" }, wordOfError({ code: error.code, hint: error.message }))); }
  };
  if (state.verdict) out.append(verdict(state.verdict));
  return folded("verify", say("verify"), h("form", { onsubmit: submit }, h("p", { class: "quiet" }, say("verify-text")), h("div", { class: "sheet-grid" }, NUMBERS.map(field)), h("button", { class: "button primary" }, say("verify-go"))), out);
}

function verdict(v) {
  if (v.ok) return h("p", { class: "good" }, `✓ ${cap(say("report-all-right"))}`);
  const line = (l) => h("li", {}, h("span", { class: l.ok ? "good" : "bad" }, l.ok ? "✓ " : "✗ "), h("strong", { class: "cap" }, say(l.line)), ` ${l.written}`,
    l.ok ? null : [` · ${say("right-is", { right: l.right })}`, h("span", { class: "quiet slip" }, l.slip ? l.slip.sentence : cap(say("slip-none")))]);
  return h("div", {}, v.slip && h("p", { class: "note wrong" }, v.slip.sentence), h("ul", { class: "verdict" }, v.lines.map(line)));
}
