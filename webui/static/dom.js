// Elements, words and requests: what every script needs.
const SVG = "http://www.w3.org/2000/svg";
export const facts = JSON.parse(document.getElementById("facts").textContent);

export function say(key, gaps = {}) {
  const text = facts.words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in gaps ? gaps[name] : all));
}

export function cap(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function icon(kind, size = 34) {
  const box = { bridge: 260, fountain: 200, stairs: 180 }[kind] ?? 80;
  return s("svg", { viewBox: `${-box / 2} ${-box / 2} ${box} ${box}`, width: size, height: size, "aria-hidden": "true" },
    s("use", { href: `#icon-${kind}`, x: -130, y: -130, width: 260, height: 260 }));
}

// For those who hear the page.
export function announce(text) {
  document.getElementById("say").textContent = text;
}

// For everybody: a line at the foot of the page that goes away by itself.
const TOLD_MS = 5000;
let silence = 0;
export function tell(text) {
  const line = document.getElementById("tell");
  line.textContent = text;
  line.classList.add("seen");
  clearTimeout(silence);
  silence = setTimeout(() => line.classList.remove("seen"), TOLD_MS);
}

export const wordOfError = ({ code, hint }) => facts.words[`error-${code}`] ?? hint;

export class Refused extends Error {
  constructor(error, status) {
    super(error.hint);
    this.code = error.code;
    this.status = status;
  }
}

async function answerOf(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Refused({ code: "no-answer", hint: say("no-answer") }, 0);
  }
  if (response.ok) return response;
  let error = { code: `http-${response.status}`, hint: response.statusText };
  try {
    error = (await response.json()).error ?? error;
  } catch { /* not JSON: the status has to do */ }
  throw new Refused(error, response.status);
}

export async function ask(path, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ lang: facts.lang, ...body }) };
  return (await answerOf(fetch(`/api/v1/${path}`, options))).json();
}

export async function fetchJson(path, options) {
  const response = await answerOf(fetch(path, options));
  return response.status === 204 ? null : response.json();
}

export async function drawing(body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ lang: facts.lang, ...body }) };
  return (await answerOf(fetch("/api/v1/draw", options))).text();
}
