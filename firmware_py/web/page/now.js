// What matters now: whose turn, what to do, the die, what may be answered, the referee's last word.

import { h, fill, ruled, s, say } from "./dom.js";
import { die, dice, diceInWords } from "./dice.js";
import { chip, teamName } from "./shapes.js";

const player = (state, colour) => state.seats.find((seat) => seat.colour === colour)?.player ?? "";

/** The card on top. */
export function showNow(place, state) {
  const roll = state.die ?? state.last_die;
  const shown = state.phase === "rolling" ? null : roll;
  const team = state.turn ?? (state.phase === "over" ? state.ranking[0]?.[0] : null);
  fill(place,
    h("div", { class: `now-words${team ? ` team-${team}` : ""}` },
      state.phase === "over" && team && h("p", { class: "turn won" }, chip(team), h("b", {}, player(state, team)), " ★"),
      state.turn && h("p", { class: "turn" }, chip(state.turn), h("b", {}, player(state, state.turn)), h("span", { class: "colour-word" }, say(state.turn))),
      h("p", { class: "headline" }, ruled(state.headline)),
      state.verdict && h("p", { class: `verdict${state.phase === "illegal_move" ? " wrong" : ""}` }, ruled(state.verdict))),
    h("div", { class: `die-place${state.phase === "rolling" ? " rolling" : ""}` },
      shown ? dice(shown, !state.die) : h("div", { class: "dice old" }, (state.awaits.dice ?? ["d6"]).map((kind) => die(kind, null)))));
}

/** What can be done: the options first, then what is always there. */
export function showDoing(place, state, does) {
  fill(place,
    ["illegal_move", "unreadable"].includes(state.phase) && h("p", { class: "notice" }, say(`notice_${state.phase}`)),
    state.options.length > 0 && h("ol", { class: `options team-${state.turn}` }, state.options.map((option, index) => optionButton(option, index, state, does))),
    h("div", { class: "doings" }, doings(state, does)));
}

function optionButton(option, index, state, does) {
  return h("li", {}, h("button", {
    type: "button", "data-key": `option-${index}`, class: `option-button${option.captures.length ? " captures" : ""}${index > 0 && state.selected === index ? " reached" : ""}`,
    onclick: () => does.act("choose", { answer: option.answer }), onpointerenter: (event) => event.pointerType === "mouse" && does.look(option), onpointerleave: () => does.look(null),
    onfocus: () => does.look(option), onblur: () => does.look(null),
  },
  state.numbered && h("kbd", {}, String(index + 1)),
  h("span", { class: "option-say" }, option.say, option.follows.length > 0 && h("small", {}, option.follows.join(" "))),
  option.captures.length > 0 && h("span", { class: "captured", "aria-hidden": "true" }, "✕", option.captures.map(chip))));
}

function doings(state, does) {
  const { may, awaits } = state;
  const hand = awaits.dice && state.phase !== "paused" && state.phase !== "waiting_for_move";
  const wrong = state.phase === "illegal_move";
  return [
    may.undo && wrong && button("undo", does, does.undo, "first"),
    may.pop && !state.die && state.phase !== "waiting_for_move" && button("pop", does, () => does.act("pop"), "first", awaits.draw ? "pop_draws" : "pop"),
    may.resume && button("resume", does, () => does.act("resume"), "first"),
    may.new && button("new_game", does, does.newGame, "first"),
    may.accept && button("accept", does, () => does.act("accept")),
    awaits.draw && button("draw_by_hand", does, does.draw),
    hand && button("by_hand", does, does.dice),
    may.undo && !wrong && button("undo", does, does.undo),
  ];
}

function button(key, does, act, kind = "", label = key) {
  return h("button", { type: "button", class: `doing ${kind}`, "data-key": key, onclick: act }, say(label));
}

let lastOdds = { began: null, odds: null };

/** The people at the table, and each one's chance to win where it is known. */
export function showPeople(place, state) {
  if (state.odds || state.began !== lastOdds.began) lastOdds = { began: state.began, odds: state.odds };
  const { odds } = lastOdds; // those of the moment before stay, pale, until there are newer ones
  const seats = state.phase === "over" ? [...state.seats].sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity)) : state.seats;
  fill(place, seats.length > 0 && h("h2", {}, say("people")), h("ul", { class: "people" }, seats.map((seat) => h("li", { class: `person team-${seat.colour}${seat.colour === state.turn ? " turn" : ""}` },
    seat.place ? h("span", { class: "place" }, say("place", { place: seat.place })) : null,
    teamName(seat.colour, seat.player),
    h("span", { class: "counts" }, inWords(seat.counts)),
    odds && state.phase !== "over" && oddsBar(odds[seat.colour] ?? 0, seat.player, !state.odds)))),
  Object.keys(state.shared ?? {}).length > 0 && h("p", { class: "shared counts" }, inWords(state.shared)));
}

/** How many pieces there are of each sort. */
function inWords(counts) {
  return Object.entries(counts).map(([area, count]) => `${area} ${count}`).join(" · ");
}

function oddsBar(chance, player, pale) {
  const percent = Math.round(100 * chance);
  return h("span", { class: `odds${pale ? " pale" : ""}`, role: "img", "aria-label": say("odds", { player, percent }) },
    s("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { class: "odds-all", width: 100, height: 6, rx: 3 }), s("rect", { class: "odds-own", width: Math.max(percent, 2), height: 6, rx: 3 })), `${percent} %`);
}

/** What a screen reader says of a new state. */
export function spoken(state, before) {
  const words = [];
  if (state.die && JSON.stringify(state.die) !== JSON.stringify(before?.die)) words.push(say("die_shows", { faces: diceInWords(state.die) }) + ".");
  const ruledAnew = state.verdict !== before?.verdict || state.ply !== before?.ply; // a second undo says the same
  if (state.verdict && ruledAnew) words.push(state.verdict);
  if (state.headline !== before?.headline) words.push(state.headline);
  return words.join(" ");
}
