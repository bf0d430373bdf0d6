// Dice, drawn large.

import { h, s, say } from "./dom.js";

const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** What a die shows, in words. */
export function dieInWords(kind, face) {
  if (kind === "red") return say(face ? "dot" : "no_dot");
  return String(face);
}

/** What dice show, in words. */
export const diceInWords = (roll) => roll.kinds.map((kind, place) => dieInWords(kind, roll.faces[place])).join(", ");

/** A die as SVG; `face` null for one that is awaited. */
export function die(kind, face) {
  const children = [s("rect", { x: -42, y: -42, width: 84, height: 84, rx: 18, class: "die-body" })];
  if (face === null) children.push(s("text", { class: "die-number waits", y: 14, "font-size": 40 }, "·"));
  else if (kind === "red") children.push(face ? s("circle", { r: 16, class: "die-red" }) : null);
  else if (kind === "d6") children.push(...PIPS[face].map(([x, y]) => s("circle", { cx: x * 22, cy: y * 22, r: 8.2, class: "pip" })));
  else children.push(s("text", { class: "die-number", y: 17, "font-size": 50 }, String(face)));
  return s("svg", { viewBox: "-46 -46 92 92", class: `die die-${kind}`, "aria-hidden": "true" }, children);
}

/** Dice side by side. `old` ones were used already. */
export function dice(roll, old) {
  return h("div", { class: `dice${old ? " old" : ""}`, role: "img", "aria-label": say(old ? "last_die" : "die_shows", { faces: diceInWords(roll) }) },
    roll.kinds.map((kind, place) => die(kind, roll.faces[place])));
}
