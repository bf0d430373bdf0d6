// Pieces: every team has a colour and a symbol, so that nobody needs to tell colours apart.

import { h, s, say } from "./dom.js";

const SYMBOLS = {
  red: "M0-.56 .53.4H-.53Z",
  blue: "M-.44-.44H.44V.44H-.44Z",
  yellow: "M0-.62 .16-.2 .6-.19 .25.08 .38.52 0 .26-.38.52-.25.08-.6-.19-.16-.2Z",
  green: "M-.17-.55H.17V-.17H.55V.17H.17V.55H-.17V.17H-.55V-.17H-.17Z",
  south: "M0-.55 .5.1H.2V.5H-.2V.1H-.5Z",
  north: "M0 .55 .5-.1H.2V-.5H-.2V-.1H-.5Z",
};

/** The kinds of toys. */
export const KINDS = [
  "big_al", "clucketta", "small_fry", "dead_head", "disasteroid", "handy", "krush_kringle",
  "orbit", "presto", "kangaruffian", "walking_timebomb", "ziggy", "zap_bot",
];

const drawings = {};

/** Take over the drawings of the toys, SVG documents of the server by their names. */
export function learnToys(documents) {
  for (const [name, text] of Object.entries(documents)) {
    const drawing = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
    drawing.querySelector("title")?.remove(); // what it shows is said in words beside it
    drawing.setAttribute("aria-hidden", "true");
    drawings[name] = drawing;
  }
}

/** A toy's drawing, to be set into a page. */
export function toyDrawing(name, size = {}) {
  const drawing = drawings[name]?.cloneNode(true) ?? s("svg");
  for (const [key, value] of Object.entries(size)) drawing.setAttribute(key, value);
  return drawing;
}

/** The symbol of a team, drawn round (0, 0) in a circle of radius r. */
export function symbol(colour, r) {
  return s("path", { d: SYMBOLS[colour] ?? SYMBOLS.blue, transform: `scale(${r})`, class: "symbol" });
}

/** A symbol in a line of text. */
export function chip(colour) {
  return s("svg", { viewBox: "-10 -10 20 20", class: `chip team-${colour}`, "aria-hidden": "true" },
    s("circle", { r: 9.4, class: "piece-body" }), symbol(colour, 8));
}

/** What stands on a space: one piece, a stack with what it has captured, or a toy. */
export function standing(stack, r) {
  const top = stack[stack.length - 1];
  if (typeof top === "object") return toy(top, r);
  const step = Math.min(r * 0.42, 3.4);
  const pieces = stack.map((colour, level) => s("g",
    { class: `piece team-${colour}${level < stack.length - 1 ? " captive" : ""}`, transform: `translate(0 ${-level * step})` },
    s("circle", { r, class: "piece-body" }),
    level === stack.length - 1 ? symbol(colour, r * 0.85) : null));
  const count = stack.length > 1
    ? s("g", { transform: `translate(${r * 0.85} ${-(stack.length - 1) * step - r * 0.8})`, class: "count" },
      s("circle", { r: r * 0.5 }), s("text", { "font-size": r * 0.8, y: r * 0.28 }, String(stack.length)))
    : null;
  return s("g", { class: "stack" }, s("ellipse", { class: "shadow", cx: r * 0.12, cy: r * 0.28, rx: r * 1.02, ry: r * 0.95 }), pieces, count);
}

function toy(counter, r) {
  const team = counter.facing === "N" ? "south" : "north";
  const up = counter.facing === "N" ? 1 : -1;
  const nose = `M0 ${-up * r * 1.24} L${r * 0.42} ${-up * r * 0.86} L${-r * 0.42} ${-up * r * 0.86}Z`;
  return s("g", { class: `toy team-${team}${counter.flipped ? " flipped" : ""}${counter.zapped ? " zapped" : ""}` },
    s("title", {}, say(counter.kind)),
    s("ellipse", { class: "shadow", cx: r * 0.08, cy: r * 0.16, rx: r, ry: r }),
    s("path", { d: nose, class: "nose" }), s("circle", { r: r * 0.94, class: "piece-body" }),
    s("circle", { r: r * 0.83, class: "plate" }),
    toyDrawing(counter.flipped ? `${counter.kind}_back` : counter.kind, { x: -r * 0.7, y: -r * 0.72, width: r * 1.4, height: r * 1.44 }),
    counter.zapped ? toyDrawing("zapped", { x: r * 0.3, y: -r * 1.1, width: r * 0.8, height: r * 0.8 }) : null);
}

/** A team's name with its symbol. */
export function teamName(colour, name) {
  return h("span", { class: "team-name" }, chip(colour), h("span", {}, name));
}
