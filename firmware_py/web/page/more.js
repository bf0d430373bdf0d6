// Below the table: what happened, the last picture of the dome, luck so far, the house rules.

import { fill, h, inWords, ruled, s, say } from "./dom.js";
import { teamName } from "./shapes.js";

const CALM = 500; // the luck is counted once the table has been still for so long
const open = new Set(["log"]);
let luck = { began: null, of: "", found: null };

/** Draw the parts that fold. */
export function showMore(place, state, redraw) {
  fill(place,
    state.log.length > 0 && part("log", redraw, () => h("ol", { class: "log" }, [...state.log].reverse().map(({ say: sentence }) => h("li", {}, ruled(sentence))))),
    state.photo && part("photo", redraw, () => photo(state.photo)),
    state.game && part("luck", redraw, () => luckOf(state, redraw)),
    state.kept && h("p", { class: "hint" }, say("kept_in", { where: state.kept })),
    state.house.length > 0 && part("house", redraw, () => h("ul", { class: "house" }, state.house.map((rule) => h("li", {}, h("b", {}, rule.value), " ", ruled(rule.say))))),
    state.faults.length > 0 && h("ul", { class: "faults" }, state.faults.map(({ part: name, why }) => h("li", {}, h("b", {}, name), " – ", why))));
}

function part(key, redraw, content) {
  const summary = h("summary", { "data-key": `fold-${key}`, onclick: (event) => { event.preventDefault(); open.has(key) ? open.delete(key) : open.add(key); redraw(); } }, say(key));
  return h("details", { class: `fold ${key}`, open: open.has(key) }, summary, open.has(key) ? content() : null);
}

function photo({ number, size: [width, height], dice, verdict }) {
  return h("figure", { class: "photo" },
    h("img", { src: `/dome.jpg?${number}`, alt: say("photo"), width, height }),
    s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, dice.map(({ box: [x, y, w, b], value, flat }) => s("g", { class: flat ? "read" : "leans" },
      s("rect", { x, y, width: w, height: b, rx: 4 }), value && s("text", { x: x + w + 5, y: y + b / 2, "font-size": Math.max(18, width / 18) }, String(value))))),
    h("figcaption", {}, say(`verdict_${verdict}`)));
}

async function fetchLuck(of, redraw) {
  const answer = await fetch("/luck.json").catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (!found || luck.of !== of) return;
  luck.found = found;
  redraw();
}

function luckOf(state, redraw) {
  const of = `${state.began}:${state.ply}`;
  if (luck.of !== of) {
    luck = { began: state.began, of, found: luck.began === state.began ? luck.found : null }; // never another game's
    setTimeout(() => luck.of === of && fetchLuck(of, redraw), CALM);
  }
  if (!luck.found) return h("p", {}, "…");
  const shown = (got, fair) => h("td", {}, h("b", {}, String(got)), h("small", {}, inWords(fair, 1)));
  return h("div", { class: "luck", tabindex: 0, role: "region", "aria-label": say("luck") }, h("table", {},
    h("thead", {}, h("tr", {}, ["luck_who", "luck_pops", "luck_pips", "luck_sixes", "luck_chances", "luck_captures"].map((key) => h("th", { scope: "col" }, say(key))))),
    h("tbody", {}, state.seats.filter((seat) => luck.found[seat.colour]).map(({ colour, player }) => {
      const one = luck.found[colour];
      return h("tr", {}, h("th", { scope: "row" }, teamName(colour, player)), h("td", {}, h("b", {}, String(one.pops))), shown(one.pips, one.fair_pips), shown(one.sixes, one.fair_sixes), shown(one.chances, one.fair_chances), h("td", {}, h("b", {}, String(one.captures))));
    }))), h("p", { class: "hint" }, say("luck_hint")));
}
