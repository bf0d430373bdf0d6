// Setting the position right: drag a piece, or tap it and then where it belongs.

import { h, say } from "./dom.js";

export class Correction {
  /** `done(pieces, turn)` sends the position; `over` ends the correction. */
  constructor(board, state, bar, { done, over }) {
    this.board = board;
    this.pieces = structuredClone(state.pieces);
    this.held = null;
    const turn = h("select", { id: "correct-turn" }, state.seats.map(({ colour, player }) => h("option", { value: colour, selected: colour === state.turn }, `${player} (${say(colour)})`)));
    bar.replaceChildren(h("p", {}, say("correct_how")), h("label", { for: "correct-turn" }, say("correct_turn"), " ", turn), h("div", { class: "doings" },
      h("button", { type: "button", class: "doing", onclick: over }, say("cancel")),
      state.game === "gearhead" && h("button", { type: "button", class: "doing", onclick: () => this.turnHeld() }, say("correct_turn_toy")),
      h("button", { type: "button", class: "doing first", onclick: () => done(this.pieces, turn.value) }, say("correct_done"))));
    this.listeners = [["pointerdown", (event) => this.down(event)], ["pointermove", (event) => this.move(event)], ["pointerup", (event) => this.up(event)]];
    for (const [name, listener] of this.listeners) board.svg.addEventListener(name, listener);
    this.redraw();
  }

  end() {
    for (const [name, listener] of this.listeners) this.board.svg.removeEventListener(name, listener);
    this.board.ring([], "");
  }

  down(event) {
    const occupied = this.board.near(event, Object.keys(this.pieces));
    const free = this.board.near(event);
    if (this.held && this.held !== occupied && free) { // the second tap of tap and tap
      this.put(free);
      return;
    }
    this.held = occupied;
    this.from = [event.clientX, event.clientY];
    if (occupied) this.board.svg.setPointerCapture(event.pointerId);
    this.redraw();
  }

  move(event) {
    if (!this.held || !event.buttons) return;
    const group = this.board.pieces.querySelector(`[data-space="${CSS.escape(this.held)}"]`);
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.svg.getScreenCTM().inverse());
    group?.setAttribute("transform", `translate(${point.x} ${point.y})`);
  }

  up(event) {
    if (!this.held || !this.from || Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) < 8) return;
    this.put(this.board.near(event));
  }

  /** The top piece that is held goes to a space; a toy or a man there changes places with it. */
  put(target) {
    const from = this.held;
    this.held = this.from = null;
    if (target && from && target !== from) {
      const stack = this.pieces[from], there = this.pieces[target] ?? [];
      const piece = stack[stack.length - 1], left = stack.slice(0, -1);
      if (this.board.layout.game === "headache") {
        this.set(from, left);
        this.set(target, [...there, piece]);
      } else {
        this.set(from, there);
        this.set(target, [piece]);
      }
    }
    this.redraw();
  }

  /** A toy that is held turns round, falls on its back, gets up. */
  turnHeld() {
    const toy = this.held && this.pieces[this.held]?.[0];
    if (toy) toy.facing = toy.facing === "N" ? "S" : "N";
    this.redraw();
  }

  set(space, stack) {
    if (stack.length) this.pieces[space] = stack;
    else delete this.pieces[space];
  }

  redraw() {
    this.board.show(this.pieces);
    this.board.ring(this.held ? [this.held] : [], "held");
  }
}
