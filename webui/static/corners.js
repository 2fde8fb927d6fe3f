// Four points that are dragged, or moved with arrow keys, onto the corners of the board; a glass shows what the finger hides.
import { h, s, say } from "./dom.js";

const HIT_PX = 30, DOT_PX = 13, GLASS_ZOOM = 3.2; // sizes on the screen: a thumb hits 60 px
const path = (points) => points.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ");

function glassOver(photo) {
  const glass = s("svg", { class: "glass", "aria-hidden": "true", viewBox: "0 0 10 10" }, s("image", { href: photo.url, width: photo.width, height: photo.height }), s("path", { class: "cross" }));
  const look = ([x, y], scale) => {
    const half = (70 * scale) / GLASS_ZOOM;
    glass.setAttribute("viewBox", `${x - half} ${y - half} ${2 * half} ${2 * half}`);
    const cross = glass.querySelector(".cross");
    cross.setAttribute("d", `M${x - half} ${y}H${x + half}M${x} ${y - half}V${y + half}`);
    cross.setAttribute("stroke-width", half / 45);
    glass.classList.toggle("left", x > photo.width / 2);
    glass.classList.add("seen");
  };
  return { glass, look, hide: () => glass.classList.remove("seen") };
}

// The side between the second and the third corner is the one with the storage strip.
function outlineOf() {
  const sides = s("polygon", { class: "outline" }), strip = s("polyline", { class: "strip" }), words = s("text", { class: "strip-words" }, say("storage"));
  const draw = (corners, scale) => {
    sides.setAttribute("points", path(corners));
    strip.setAttribute("points", path(corners.slice(1, 3)));
    sides.setAttribute("stroke-width", 2 * scale);
    strip.setAttribute("stroke-width", 6 * scale);
    const [x, y] = [0, 1].map((k) => (corners[1][k] + corners[2][k]) / 2), [mx, my] = [0, 1].map((k) => corners.reduce((sum, c) => sum + c[k], 0) / 4);
    const far = 22 * scale / (Math.hypot(mx - x, my - y) || 1);
    words.setAttribute("transform", `translate(${x + (mx - x) * far} ${y + (my - y) * far}) scale(${scale})`);
  };
  return { nodes: [sides, strip, words], draw };
}

function gripOf(i) {
  return s("g", { class: "handle", tabindex: 0, role: "slider", "aria-label": say(`corner-${i}`), "aria-valuenow": i, "data-corner": i },
    s("circle", { class: "hit", r: HIT_PX }), s("circle", { class: "dot", r: DOT_PX }), s("text", { y: 5, "font-size": 14, "font-weight": "bold", fill: "#fff" }, String(i + 1)));
}

function listen(grip, { at, moved, released, step }) {
  let held = false;
  grip.addEventListener("pointerdown", (event) => { held = true; grip.setPointerCapture(event.pointerId); event.preventDefault(); grip.focus({ preventScroll: true }); });
  grip.addEventListener("pointermove", (event) => { if (held) moved(at(event)); });
  for (const end of ["pointerup", "pointercancel"]) grip.addEventListener(end, () => { held = false; released(); });
  grip.addEventListener("blur", released);
  grip.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    step(way, event.shiftKey ? 12 : 2);
  });
}

export function cornerFrame(photo, corners, changed) {
  const outline = outlineOf(), { glass, look, hide } = glassOver(photo);
  const root = s("svg", { class: "overlay corners", viewBox: `0 0 ${photo.width} ${photo.height}` }, outline.nodes);
  const grips = corners.map((_, i) => gripOf(i));
  let scale = photo.width / 360; // photo pixels for one on the screen
  const place = () => {
    grips.forEach((grip, i) => { grip.setAttribute("transform", `translate(${corners[i]}) scale(${scale})`); grip.setAttribute("aria-valuetext", corners[i].map(Math.round).join(", ")); });
    outline.draw(corners, scale);
  };
  const put = (i, [x, y]) => {
    corners[i] = [Math.min(photo.width, Math.max(0, x)), Math.min(photo.height, Math.max(0, y))];
    place();
    look(corners[i], scale);
    changed(corners);
  };
  const at = (event) => { const box = root.getBoundingClientRect(); return [((event.clientX - box.left) / box.width) * photo.width, ((event.clientY - box.top) / box.height) * photo.height]; };
  grips.forEach((grip, i) => listen(grip, { at, moved: (point) => put(i, point), released: hide, step: (way, px) => put(i, corners[i].map((v, k) => v + way[k] * px * scale)) }));
  root.append(...grips);
  new ResizeObserver(([seen]) => { if (seen.contentRect.width) { scale = photo.width / seen.contentRect.width; place(); } }).observe(root);
  place();
  const frame = h("div", { class: "frame photo whole" }, h("img", { src: photo.url, alt: say("photo-alt"), width: photo.width, height: photo.height }), root, glass);
  frame.style.setProperty("--shape", photo.width / photo.height);
  return frame;
}
