// A recorded game with a slider: board, die and sentence at every step.

import { h, ruled, say } from "./dom.js";
import { Board } from "./board.js";
import { dice } from "./dice.js";
import { chip, teamName } from "./shapes.js";

const SECOND = 900;

/** Show a story in an element. */
export function mountReplay(place, story) {
  const boardPlace = h("div", { class: "replay-board" });
  const board = new Board(boardPlace);
  const last = story.steps.length - 1;
  const slider = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": say("step"), oninput: () => show(Number(slider.value)) });
  const where = h("output", {});
  const words = h("div", { class: "replay-words", "aria-live": "polite" });
  let step = 0, timer = null;
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "▶"; };
  const go = (by) => { stop(); show(step + by); };
  const play = h("button", { type: "button", class: "doing first", "aria-label": say("play"), onclick: () => {
    if (timer) return stop();
    if (step >= last) show(0);
    play.textContent = "❚❚";
    timer = setInterval(() => { if (step >= last || !place.isConnected) stop(); else show(step + 1); }, SECOND);
    return undefined;
  } }, "▶");

  function show(number) {
    step = Math.max(0, Math.min(last, number));
    const { pieces, turn, die: roll, says } = story.steps[step];
    slider.value = step;
    where.textContent = `${step} / ${last}`;
    board.show(pieces);
    board.showDie(roll);
    words.replaceChildren(h("p", { class: "turn" }, turn ? chip(turn) : "", roll ? dice(roll, false) : ""), ...says.map((one) => h("p", {}, ruled(one.say))));
    if (step === last && story.result.length) words.append(h("ol", { class: "ranking" }, story.result.map((group) => h("li", {}, group.map((colour) => teamName(colour, story.seats.find((seat) => seat.colour === colour)?.player ?? colour))))));
  }

  place.replaceChildren(h("div", { class: "replay" },
    h("p", { class: "replay-who" }, h("b", {}, story.name), story.seats.map(({ colour, player }) => teamName(colour, player))),
    boardPlace,
    h("div", { class: "replay-controls" },
      h("button", { type: "button", class: "doing", "aria-label": say("back"), onclick: () => go(-1) }, "◀"), play,
      h("button", { type: "button", class: "doing", "aria-label": say("forward"), onclick: () => go(1) }, "▶▶".slice(0, 1) + "|"), slider, where),
    words));
  board.draw(story.layout);
  show(0);
}
