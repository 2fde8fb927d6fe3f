// The score pad, how sure it is, and what breaks a rule.
import { cap, h, say, wordOfError } from "./dom.js";
import { light } from "./light.js";
import { button, changed, lookOf, refresh, removePlayer, render, state, store } from "./state.js";

export function padCard(p) {
  const look = lookOf(p);
  const name = h("input", { value: p.name, placeholder: say("player", { number: state.current + 1 }), "aria-label": say("player-name"), maxlength: 40, autocomplete: "off", id: "player-name", onchange: (e) => { p.name = e.target.value.trim(); store(); render(); } });
  const head = h("div", { class: "head" }, h("h2", { class: "sr" }, say("pad")), name, statusChip(p), button("✕", removePlayer, { class: "button square", "aria-label": say("remove-player"), title: say("remove-player"), id: "remove-player" }));
  if (!look) return h("section", { class: "card" }, head, p.error && [h("p", { class: "bad", role: "alert" }, wordOfError(p.error)), button(say("try-again"), refresh, { id: "look-again" })]);
  const written = state.verdict?.lines, sum = look.score.score;
  return h("section", { class: "card pad-card" }, head, h("table", { class: "pad", id: "pad" }, h("tbody", {}, look.score.lines.map((l) => padRow(l, written)),
    h("tr", { class: "total" }, h("th", { scope: "row", class: "cap" }, say("total")), h("td", { class: "how" }, say("open-holes", { count: look.score.open_holes })), h("td", { class: "number", id: "total" }, String(sum.total), mark(written, "total"))))));
}

function padRow(l, written) {
  const lit = state.line === l.line;
  const reasons = h("tr", { class: "long" }, h("td", { colspan: 3 }, l.explanation.map((why) => h("span", {}, cap(why)))));
  // Only a tap opens the reasons: under a resting mouse the rows would move, and the next one open, without end.
  const unfold = () => {
    state.open = state.open === l.line ? null : l.line;
    for (const row of document.querySelectorAll("#pad tr[data-line]")) row.classList.toggle("open", row.dataset.line === state.open);
  };
  const classes = [lit && "lit", state.open === l.line && "open"].filter(Boolean).join(" ");
  return [h("tr", { "data-line": l.line, class: classes || null, onmouseenter: () => light(l.line), onmouseleave: () => light(null) },
    h("th", { scope: "row" }, h("button", { type: "button", class: "line", onfocus: () => light(l.line), onblur: () => light(null), onclick: () => { light(l.line); unfold(); } }, say(l.line))),
    h("td", { class: "how" }, shortWhy(l)), h("td", { class: "number" }, String(l.points), mark(written, l.line))), l.explanation.length ? reasons : null];
}

function shortWhy(line) {
  if (!line.explanation.length) return "";
  if (line.line === "diversity" || line.line === "flowers") return say("sets", { count: line.points / 4 });
  if (line.line === "highest") return `2 × ${line.points / 2}`;
  if (line.pieces.length < 2) return line.line === "belvederes" ? "1" : line.explanation[0].split(": ").pop();
  const times = new Map();
  for (const { points } of line.pieces) if (points !== undefined) times.set(points, (times.get(points) ?? 0) + 1);
  return [...times].sort(([a], [b]) => a - b).map(([points, count]) => (count > 1 ? `${count} × ${points}` : points)).join(" + ");
}

const mark = (lines, name) => {
  const found = lines?.find((l) => l.line === name);
  return found ? h("span", { class: found.ok ? "good" : "bad" }, found.ok ? " ✓" : " ✗") : null;
};

function statusChip(p) {
  const look = lookOf(p), percent = Math.round((p.scan?.probability ?? 1) * 100);
  if (!look) return null;
  if (!look.check.legal) return h("span", { class: "chip wrong" }, `⚠ ${look.check.violations.filter((v) => v.hard).length}`);
  if (p.scan && p.scan.questions.length > p.asked) return h("span", { class: "chip warn" }, say("sure", { percent }));
  if (p.scan && !changed(p)) return h("span", { class: "chip" }, `✓ ${say("sure", { percent })}`);
  return h("span", { class: "chip" }, `✓ ${say("legal")}`);
}

export function rulesCard(p) {
  const look = lookOf(p);
  if (!look) return null;
  const hard = look.check.violations.filter((v) => v.hard), soft = look.check.violations.filter((v) => !v.hard);
  const list = (found) => h("ul", {}, found.map((v) => h("li", {}, v.sentence)));
  const silent = look.score.silent;
  if (!hard.length && !soft.length && !silent.length) return null;
  return h("section", { class: "card", id: "rules" },
    hard.length ? h("div", { class: "note wrong", role: "alert" }, h("strong", {}, `⚠ ${cap(say("report-illegal"))}`), list(hard)) : null,
    soft.length ? h("div", { class: "note" }, h("strong", {}, cap(say("report-odd"))), list(soft)) : null,
    silent.length ? h("details", {}, h("summary", {}, `${cap(say("report-silent"))}: ${silent.length}`), h("ul", {}, silent.map((e) => h("li", {}, e.sentence)))) : null);
}
