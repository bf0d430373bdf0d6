// The calibration page: the camera's picture, the board's corners to drag, and what is read on every space.

import { post } from "./acts.js";
import { pairing } from "./dialogs.js";
import { fill, h, learn, s, say, told } from "./dom.js";
import { applyTheme } from "./theme.js";

const EVERY = 1000; // a look is asked for so often, and soon after a corner was moved
const SOON = 200;
const STEP = { plain: 1, shift: 10 }; // pixels that an arrow key moves a corner
const RADIUS = 0.011; // of a space that is drawn, in widths of the picture

const by = (id) => document.getElementById(id);
const words = await (await fetch("/words.json")).json();
learn({ ...words.labels, ...words.terms });
document.documentElement.lang = words.language;

let corners = null; // as they were dragged; null while the board is found by its own means
let look = null;
let paired = false;
let timer = null;
let dragged = -1;

const picture = h("img", { alt: say("calibrate_picture"), hidden: true });
const drawing = s("svg", { "aria-label": say("calibrate_picture") });
by("view").append(picture, drawing);

/** Look again after some time; the last one who asks is heard. */
function later(after) {
  clearTimeout(timer);
  timer = setTimeout(lookAgain, after);
}

async function lookAgain() {
  const asked = corners;
  const answer = await post("/calibrate/look", { corners: asked });
  if (answer.refused === "not_paired") return notPaired();
  if (!answer.ok) {
    fill(by("says"), h("li", { class: "problem" }, answer.say));
    return later(2 * EVERY);
  }
  if (asked === corners && dragged < 0) {
    look = answer;
    picture.src = `/calibrate/board.jpg?${Date.now()}`;
    picture.hidden = false;
    draw();
  }
  later(asked === corners ? EVERY : SOON);
}

function notPaired() {
  paired = false;
  doings();
  fill(by("says"), h("li", {}, say("calibrate_pair")));
}

/** Where the handles are: dragged, found, or to begin with well inside the picture. */
function handles() {
  const [width, height] = look.size;
  const usual = [[0.2, 0.15], [0.8, 0.15], [0.8, 0.85], [0.2, 0.85]].map(([x, y]) => [x * width, y * height]);
  return corners ?? (look.corners.length ? look.corners : usual);
}

function draw() {
  const [width, height] = look.size;
  const held = document.activeElement?.dataset?.corner;
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const at = handles();
  const spaces = dragged < 0 && look.found ? Object.entries(look.spaces) : [];
  drawing.replaceChildren(
    s("polygon", { class: "edge", points: at.map((point) => point.join(",")).join(" ") }),
    ...spaces.map(([name, space]) => spaceSeen(name, space, width)),
    ...at.map((point, index) => corner(point, index, width)));
  if (held !== undefined) drawing.querySelector(`[data-corner="${held}"]`)?.focus();
  fill(by("says"), look.says.map((sentence) => h("li", {}, sentence)));
  document.body.dataset.found = look.found;
  doings();
}

function spaceSeen(name, { at: [x, y], colour, sure }, width) {
  const what = sure ? (colour ? say(colour) : say("calibrate_empty")) : say("calibrate_unsure");
  const letter = sure ? (colour ? say(colour)[0].toUpperCase() : "") : "?";
  return s("g", { "data-space": name, "data-colour": sure ? colour ?? "" : "unsure" }, s("title", {}, `${name}: ${what}`),
    s("circle", { class: `space ${sure ? "" : "unsure"}`, cx: x, cy: y, r: RADIUS * width }),
    s("text", { class: "letter", x, y, "font-size": 0.018 * width }, letter));
}

function corner([x, y], index, width) {
  const name = say(`calibrate_corner_${index}`);
  return s("circle", { class: "corner", cx: x, cy: y, r: 0.018 * width, tabindex: 0, role: "slider", "data-corner": index,
    "aria-label": name, "aria-valuetext": `${Math.round(x)}, ${Math.round(y)}`, "aria-valuenow": Math.round(x),
    onpointerdown: (event) => { dragged = index; drawing.setPointerCapture(event.pointerId); clearTimeout(timer); event.preventDefault(); },
    onkeydown: (event) => nudged(event, index) });
}

/** A corner moves to a point of the picture. */
function move(index, x, y) {
  const [width, height] = look.size;
  const within = (value, most) => Math.min(Math.max(value, -0.2 * most), 1.2 * most);
  corners = handles().map((point, other) => (other === index ? [within(x, width), within(y, height)] : point));
}

function nudged(event, index) {
  const step = event.shiftKey ? STEP.shift : STEP.plain;
  const by_ = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  if (!by_) return;
  const [x, y] = handles()[index];
  move(index, x + by_[0], y + by_[1]);
  event.preventDefault();
  draw();
  later(SOON);
}

function pointed(event) {
  if (dragged < 0) return;
  const box = drawing.getBoundingClientRect(), [width, height] = look.size;
  move(dragged, ((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height);
  draw();
}

function dropped() {
  if (dragged < 0) return;
  dragged = -1;
  later(SOON);
}

function doings() {
  const button = (key, then, kind = "") => h("button", { type: "button", class: `doing ${kind}`, "data-key": key, onclick: then }, say(key));
  fill(by("doings"), paired
    ? [button("calibrate_save", save, "first"), corners && button("calibrate_find", () => { corners = null; later(0); })]
    : [button("pair", () => pairing(told, begin), "first")]);
}

async function save() {
  const answer = await post("/calibrate/save", { corners });
  told(answer.ok ? answer.says.join(" ") : answer.say);
  if (answer.refused === "not_paired") notPaired();
}

async function begin() {
  const me = await (await fetch("/me.json", { cache: "no-store" })).json();
  paired = me.paired;
  if (paired) lookAgain();
  else notPaired();
}

applyTheme();
by("title").textContent = say("calibrate");
by("own-table").textContent = say("back_to_table");
by("how").textContent = say("calibrate_how");
drawing.addEventListener("pointermove", pointed);
drawing.addEventListener("pointerup", dropped);
drawing.addEventListener("pointercancel", dropped);
begin();
