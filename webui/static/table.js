// The gardens of one game together: ranked, shared as a link or a picture, kept.
import { ask, facts, h, say, tell, wordOfError } from "./dom.js";
import { bringBack, button, changed, hasEarlier, isSafe, lookOf, markSafe, nameOf, render, sheetOf, state, store } from "./state.js";

const scored = () => state.players.filter((p) => lookOf(p));

let ranked = { key: "", ranking: [] }; // shown until the next one is there, so that nothing jumps

export function tableCard() {
  const ready = scored();
  if (ready.length < 2) return null;
  const game = { states: ready.map((p) => p.garden), names: ready.map(nameOf), settings: state.rules }, key = JSON.stringify(game);
  const places = () => ranked.ranking.map((r) => placeOf(r, ranked.ranking)), list = h("ol", { class: "ranking" }, places());
  if (key !== ranked.key) ask("score", game).then(({ ranking }) => { ranked = { key, ranking }; list.replaceChildren(...places()); }, () => {});
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
  for (const [name, value] of Object.entries(state.rules)) query.append(name, value);
  const link = `${location.origin}/score?${query}`;
  const copy = async () => {
    try { await navigator.clipboard.writeText(link); tell(say("share-copied")); } catch { window.prompt(say("share-link"), link); }
  };
  return h("div", { class: "buttons" }, button(say("share-link"), copy, { class: "button small", id: "share-link" }), h("a", { class: "button small", href: `/table.png?${query}`, download: "semiramis.png", id: "share-picture" }, say("share-picture")), h("a", { class: "button small", href: `/score?${query}`, id: "share-open" }, say("share-open")));
}

export const earlierCard = () => (hasEarlier() ? h("section", { class: "card" }, button(`↶ ${say("earlier")}`, bringBack, { class: "button plain", id: "earlier" })) : null);

export const soloShare = (p) => (scored().length === 1 && lookOf(p) ? h("section", { class: "card", id: "share" }, h("h2", {}, say("share")), shareButtons([p])) : null);

// ---- keep -----------------------------------------------------------------------------------------------------------------
let evening = ""; // the same for all gardens of one game

export function keepCard(p) {
  if (!facts.keeps || !lookOf(p)) return null;
  if (p.kept) return keptCard(p);
  if (!p.garden.tiles.length) return null;
  const box = keepDialog(p);
  return h("section", { class: "card" }, button(say("keep"), () => box.showModal(), { id: "keep" }), box);
}

// What was kept can be corrected later: the photo stays, the garden is told anew.
function keptCard(p) {
  const again = async () => {
    try {
      await ask(`gardens/${p.kept}/correction`, { garden: p.garden });
      markSafe(p);
      keptNow();
    } catch (error) {
      tell(wordOfError({ code: error.code, hint: error.message }));
      if (error.code === "not-found") { p.kept = null; render(); } // deleted meanwhile: it can be kept anew
    }
  };
  const words = isSafe(p) ? h("p", { class: "chip", id: "kept-note" }, `✓ ${say("keep-done")}`) : button(say("keep-again"), again, { class: "button primary", id: "keep-again" });
  return h("section", { class: "card buttons" }, words, h("a", { class: "button small plain", href: "/kept" }, say("kept-title")));
}

function noteKept(p, id) {
  p.kept = id;
  markSafe(p);
}

function keptNow() {
  store();
  render();
  tell(say("keep-done"));
}

// What goes to the server: the photo by its scan's id where there is one, else the garden alone.
function keepsake(p, form) {
  const sheet = sheetOf(p), told = { player: p.name || null, game: evening || null, sheet: Object.keys(sheet).length ? sheet : null };
  if (!hasPhoto(p)) return { ...told, garden: p.garden, edition: state.rules.edition };
  return { ...told, scan: p.scan.id, garden: changed(p) || form.has("right") ? p.garden : null, consent: form.has("consent"), whole: form.has("whole") };
}
const unkept = () => scored().filter((p) => !p.kept && p.garden.tiles.length);
const hasPhoto = (p) => Boolean(p.scan?.id && !p.scan.lost);

function keepDialog(p) {
  const box = h("dialog", { id: "keep-dialog", "aria-label": say("keep") });
  const out = h("p", { class: "bad", role: "alert" });
  const field = (name, word, gaps) => h("label", { class: "check" }, h("input", { type: "checkbox", name }), say(word, gaps));
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    evening = form.get("game").trim();
    let at = p;
    event.submitter.disabled = true; // a second tap keeps nothing twice
    try {
      for (at of form.has("all") ? unkept() : [p]) noteKept(at, (await ask("gardens", keepsake(at, form))).id);
      box.close();
      keptNow();
    } catch (error) {
      if (error.code === "gone") {
        at.scan.lost = true;
        box.close();
        render();
        tell(`${nameOf(at)}: ${say("photo-gone")}`);
      } else out.textContent = wordOfError({ code: error.code, hint: error.message });
      event.submitter.disabled = false;
    }
  };
  const count = unkept().length, all = count > 1 ? field("all", "keep-all", { count }) : null;
  const photos = (all ? unkept() : [p]).some(hasPhoto); // what is told and asked holds for all of them
  const choices = photos ? [changed(p) ? null : field("right", "keep-right"), field("consent", "keep-consent"), field("whole", "keep-whole")] : null;
  box.append(h("form", { onsubmit: submit }, h("h2", {}, say("keep")), h("p", {}, say(choices ? "keep-text" : "keep-hand-text")), h("label", {}, say("keep-game"), " ", h("input", { name: "game", maxlength: 60, value: evening })), all, choices, out,
    h("div", { class: "buttons" }, h("button", { class: "button primary", id: "keep-go" }, say("keep-go")), button(say("cancel"), () => box.close()))));
  return box;
}
