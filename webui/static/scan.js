// Photos on their way: sent, watched stage by stage, refused with a reason, or scanned again by hand-set corners.
import { announce, facts, fetchJson, h, say, tell, wordOfError } from "./dom.js";
import { cornerFrame } from "./corners.js";
import { EMPTY } from "./garden.js";
import { turnOf } from "./photo.js";
import { button, lookOf, newPlayer, player, refresh, removePlayer, render, show, state, totalOf } from "./state.js";

const STAGES = ["upload", "waiting", "photo", "board", "evidence", "reconstruct", "judge"];
const BUSY_MS = 5000, MOST_TRIES = 4;
const IS_PHOTO = /\.(hei[cf]|jpe?g|png|webp)$/i;

export function takePhotos(files) {
  const photos = [...files].filter((f) => f.type.startsWith("image/") || IS_PHOTO.test(f.name) || !f.type);
  if (files.length && !photos.length) tell(say("error-photo.not_an_image"));
  const failed = state.players.indexOf(player()?.error && !player().garden ? player() : null);
  if (photos.length && failed >= 0) state.players.splice(failed, 1); // another photo in its place
  let first = null;
  for (const file of photos) {
    const p = newPlayer({ busy: "upload", thumb: URL.createObjectURL(file) });
    if (!p) break;
    first ??= state.players.length - 1;
    if (file.size > facts.maxPhotoBytes) Object.assign(p, { busy: null, error: { code: "photo.too_many_bytes", hint: say("too-big", { megabytes: facts.maxPhotoBytes / 1e6 }) } });
    else sendScan(p, { photo: file });
  }
  if (first !== null) show(first);
  render();
}

// A full queue is no reason to bother the player at once.
async function patiently(send, left) {
  for (let tries = 1; ; tries += 1) {
    try { return await send(); } catch (error) {
      if (error.code !== "busy" || tries > MOST_TRIES || left()) throw error;
      tell(say("busy-again", { seconds: BUSY_MS / 1000 }));
      await new Promise((done) => setTimeout(done, BUSY_MS));
    }
  }
}

export async function sendScan(p, fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, edition: state.rules.edition ?? "en" })) form.append(name, value);
  const run = {}, left = () => p.run !== run || !state.players.includes(p); // cancelled, or the garden is gone
  Object.assign(p, { busy: "upload", error: null, retry: fields, run });
  render();
  try {
    let job = await patiently(() => fetchJson("/api/v1/scans", { method: "POST", body: form }), left);
    while (!left() && (job.state === "waiting" || job.state === "running")) {
      const stage = job.state === "waiting" ? "waiting" : (job.stage ?? "photo");
      if (stage !== p.busy) { p.busy = stage; if (p === player()) render(); }
      job = await fetchJson(`/api/v1/scans/${job.id}?seen=${job.stage ?? job.state}`);
    }
    if (left()) return;
    p.busy = null;
    p.photo = job.photo ? { id: job.id, ...job.photo } : null;
    if (job.state === "failed") return refuse(p, job.error);
    await useScan(p, job);
  } catch (error) {
    if (!left()) refuse(p, { code: error.code ?? "no-answer", hint: error.message });
  }
}

// Back to the garden as it was, or away with a player who has none yet.
function cancel(p) {
  Object.assign(p, { busy: null, run: null });
  if (p.garden) render(); else removePlayer();
}

function refuse(p, error) {
  Object.assign(p, { busy: null, error: p.garden ? null : error });
  announce(wordOfError(error));
  if (p.garden) tell(wordOfError(error)); // the garden stays on the page as it was
  render();
}

async function useScan(p, job) {
  const { garden, ...rest } = job.scan.gardens[0];
  if (p.thumb) URL.revokeObjectURL(p.thumb);
  const scan = { id: job.id, photo: job.photo, view: rest.view, probability: rest.probability, status: rest.status, questions: rest.questions ?? [], hint: rest.hint ?? null, corners: rest.board?.corners_px, models: job.scan.models };
  const past = p.garden && lookOf(p) ? [...p.past, { garden: p.garden, asked: p.asked, scan: p.scan, turn: p.turn }] : [];
  Object.assign(p, { garden, past, future: [], asked: 0, retry: null, thumb: null, turn: turnOf(rest.view), scan });
  if (p === player()) state.view = "photo";
  await refresh();
  announce(`${say("total")} ${totalOf(p)}`);
}

// ---- corners --------------------------------------------------------------------------------------------------------------
export function openCorners() {
  const p = player(), { width: w, height: t } = p.photo ?? p.scan.photo;
  state.corners = p.scan?.corners?.map((c) => [...c]) ?? [[0.2 * w, 0.25 * t], [0.8 * w, 0.25 * t], [0.88 * w, 0.82 * t], [0.12 * w, 0.82 * t]];
  state.view = "photo";
  render();
  document.getElementById("corner-card").scrollIntoView({ block: "start" });
}

function rescan() {
  const p = player(), corners = JSON.stringify(state.corners.map((c) => c.map((v) => Math.round(v * 10) / 10)));
  state.corners = null;
  sendScan(p, { again: (p.photo ?? p.scan).id, corners });
}

// The board may lie any way round in the photo: the numbers go round, the points stay.
function turnNumbers() {
  const [first, ...others] = state.corners;
  state.corners = [...others, first];
  render();
}

export function cornersCard(p) {
  return h("section", { class: "card", id: "corner-card" }, h("h2", {}, say("corners")), h("p", {}, say("corners-text")), cornerFrame(p.photo ?? p.scan.photo, state.corners, (c) => { state.corners = c; }),
    h("div", { class: "buttons centred" }, button(say("rescan"), rescan, { class: "button primary", id: "rescan" }), button(`⟳ ${say("corners-turn")}`, turnNumbers, { id: "corners-turn" }), button(say("cancel"), () => { state.corners = null; render(); })));
}

// ---- waiting and failing --------------------------------------------------------------------------------------------------
export function busyCard(p) {
  const at = STAGES.indexOf(p.busy), part = h("i", {}), src = p.thumb ?? p.photo?.url ?? p.scan?.photo.url;
  part.style.width = `${Math.round((100 * (at + 1)) / (STAGES.length + 1))}%`;
  return h("section", { class: "card narrow busy", id: "busy", "aria-busy": "true" }, h("p", { class: "large" }, say(`stage-${p.busy}`)), h("div", { class: "progress", role: "progressbar", "aria-label": say(`stage-${p.busy}`), "aria-valuemin": 0, "aria-valuemax": STAGES.length, "aria-valuenow": at + 1 }, part),
    src ? h("img", { class: "drawing", src, alt: "", onerror: (e) => e.target.remove() }) : null, button(say("cancel"), () => cancel(p), { class: "button plain", id: "cancel" }));
}

export function errorCard(p) {
  const boardLost = p.photo && p.error.code.startsWith("board"), noReader = p.error.code.startsWith("models");
  const best = boardLost ? "corners" : noReader ? "hand" : "photo", look = (way) => (way === best ? "button primary" : "button");
  const byHand = () => { Object.assign(p, { garden: EMPTY, error: null }); state.view = "plan"; refresh(); };
  return h("section", { class: "card narrow", id: "error" }, h("h2", {}, say("cannot")), h("p", { class: "large", role: "alert" }, wordOfError(p.error)), p.photo && h("img", { class: "drawing", src: p.photo.url, alt: "" }),
    h("div", { class: "buttons stacked" }, h("label", { class: look("photo"), for: "photos" }, say("another-photo")), p.photo && !noReader && button(say("corners"), openCorners, { class: look("corners"), id: "corners" }),
      p.retry && button(say("try-again"), () => sendScan(p, p.retry)), button(say("by-hand"), byHand, { class: look("hand") }), button(say("remove-player"), removePlayer)),
    h("p", { class: "quiet" }, p.error.code));
}
