// The gardens of one game together: ranked, shared as a link or a picture, kept.
import { ask, facts, h, say, tell, wordOfError } from "./dom.js";
import { button, lookOf, nameOf, render, sheetOf, state, store } from "./state.js";

const scored = () => state.players.filter((p) => lookOf(p));

export function tableCard() {
  const ready = scored();
  if (ready.length < 2) return null;
  const list = h("ol", { class: "ranking" });
  ask("score", { states: ready.map((p) => p.garden), names: ready.map(nameOf), settings: state.rules }).then(({ ranking }) => list.append(...ranking.map((r) => placeOf(r, ranking))), () => {});
  return h("section", { class: "card", id: "table" }, h("h2", {}, say("table")), list, shareButtons(ready));
}

function placeOf(r, ranking) {
  const shared = ranking.filter((other) => other.rank === 1).length > 1;
  const about = [say("open-holes", { count: r.open_holes }), r.rank === 1 && say(shared ? "report-shared" : "report-winner"), r.tie_broken && say("report-tie")];
  return h("li", { class: r.rank === 1 ? "first" : null }, h("span", { class: "rank" }, String(r.rank)), h("strong", {}, r.name), h("span", { class: "number" }, `${r.total} ${say("vp")}`), h("span", { class: "quiet about" }, about.filter(Boolean).join(" · ")));
}

function shareButtons(ready) {
  const query = new URLSearchParams();
  for (const p of ready) { query.append("g", lookOf(p).notation); query.append("n", nameOf(p)); }
  const link = `${location.origin}/score?${query}`;
  const copy = async () => {
    try { await navigator.clipboard.writeText(link); tell(say("share-copied")); } catch { window.prompt(say("share-link"), link); }
  };
  return h("div", { class: "buttons" }, button(say("share-link"), copy, { class: "button small", id: "share-link" }), h("a", { class: "button small", href: `/table.png?${query}`, download: "semiramis.png", id: "share-picture" }, say("share-picture")), h("a", { class: "button small", href: `/score?${query}`, id: "share-open" }, say("share-open")));
}

export const soloShare = (p) => (scored().length === 1 && lookOf(p) ? h("section", { class: "card", id: "share" }, h("h2", {}, say("share")), shareButtons([p])) : null);

// ---- keep -----------------------------------------------------------------------------------------------------------------
export function keepCard(p) {
  if (!facts.keeps || !p.scan) return null;
  if (p.scan.kept) return keptCard(p);
  if (p.scan.lost) return null;
  const box = keepDialog(p);
  return h("section", { class: "card" }, button(say("keep"), () => box.showModal(), { id: "keep" }), box);
}

// What was kept can be corrected later: the photo stays, the garden is told anew.
function keptCard(p) {
  const now = JSON.stringify(p.garden);
  const again = async () => {
    try {
      await ask(`gardens/${p.scan.kept}/correction`, { garden: p.garden });
      p.scan.keptAs = now;
      tell(say("keep-done"));
      store();
      render();
    } catch (error) { tell(wordOfError({ code: error.code, hint: error.message })); }
  };
  const words = p.scan.keptAs === now ? h("p", { class: "chip", id: "kept-note" }, `✓ ${say("keep-done")}`) : button(say("keep-again"), again, { class: "button primary", id: "keep-again" });
  return h("section", { class: "card buttons" }, words, h("a", { class: "button small plain", href: "/kept" }, say("kept-title")));
}

function keepDialog(p) {
  const box = h("dialog", { id: "keep-dialog", "aria-label": say("keep") });
  const out = h("p", { class: "bad", role: "alert" });
  const field = (name, word) => h("label", { class: "check" }, h("input", { type: "checkbox", name }), say(word));
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target), sheet = sheetOf(p);
    try {
      const kept = await ask("gardens", { scan: p.scan.id, garden: p.past.length || form.has("right") ? p.garden : null, player: p.name || null, game: form.get("game").trim() || null, consent: form.has("consent"), whole: form.has("whole"), sheet: Object.keys(sheet).length ? sheet : null });
      Object.assign(p.scan, { kept: kept.id, keptAs: JSON.stringify(p.garden) });
      box.close();
      store();
      render();
      tell(say("keep-done"));
    } catch (error) { out.textContent = wordOfError({ code: error.code, hint: error.message }); }
  };
  box.append(h("form", { onsubmit: submit }, h("h2", {}, say("keep")), h("p", {}, say("keep-text")), h("label", {}, say("keep-game"), " ", h("input", { name: "game", maxlength: 60 })), p.past.length ? null : field("right", "keep-right"), field("consent", "keep-consent"), field("whole", "keep-whole"), out,
    h("div", { class: "buttons" }, h("button", { class: "button primary", id: "keep-go" }, say("keep-go")), button(say("close"), () => box.close()))));
  return box;
}
