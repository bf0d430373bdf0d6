// Setting the position right: drag a piece, or tap it and then where it belongs, or choose both from lists.
// Toys can also be turned, laid on their back, taken off and added.

import { h, say } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { KINDS, toyDrawing } from "./shapes.js";

const FLIPS = "ziggy"; // the only toy that can lie on its back (G-30)
const DRAGGED = 8; // pixels from which on a tap is a drag

export class Correction {
  /** `done(pieces, turn)` sends the position; `over` ends the correction. */
  constructor(board, state, bar, { done, over }) {
    this.board = board;
    this.pieces = structuredClone(state.pieces);
    this.held = this.adding = null;
    this.toys = state.game === "gearhead";
    this.how = h("p", { role: "status" });
    this.acts = h("div", { class: "doings" });
    this.lists = h("details", { class: "fold" }, h("summary", {}, say("correct_lists")));
    const turn = h("select", { id: "correct-turn" }, state.seats.map(({ colour, player }) => h("option", { value: colour, selected: colour === state.turn }, `${player} (${say(colour)})`)));
    bar.replaceChildren(this.how, this.acts, this.lists, h("label", { for: "correct-turn" }, say("correct_turn")), turn, h("div", { class: "doings" },
      h("button", { type: "button", class: "doing", onclick: over }, say("cancel")),
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
    const occupied = this.board.near(event, Object.keys(this.pieces)), free = this.board.near(event);
    if (this.adding) {
      this.add(free);
      return;
    }
    const onto = this.board.layout.game === "headache" || !occupied;
    if (this.held && this.held !== occupied && free && onto) { // the second tap of tap and tap
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
    if (!this.held || !this.from || Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) < DRAGGED) return;
    this.put(this.board.near(event));
  }

  /** The top piece that is held goes to a space; a toy or a man there changes places with it. */
  put(target, from = this.held) {
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
      if (this.toys) this.held = target; // it may be turned, too
    }
    this.redraw();
  }

  set(space, stack) {
    if (stack.length) this.pieces[space] = stack;
    else delete this.pieces[space];
  }

  // -- toys

  change(then) {
    const toy = this.held && this.pieces[this.held]?.[0];
    if (toy) then(toy);
    this.redraw();
  }

  take() {
    delete this.pieces[this.held];
    this.held = null;
    this.redraw();
  }

  add(space) {
    if (space && !this.pieces[space]) {
      this.pieces[space] = [{ ...this.adding, flipped: false, zapped: false }];
      this.held = space;
      this.adding = null;
    }
    this.redraw();
  }

  /** Which toy is added, and for whom; then its square is tapped. */
  choose() {
    const side = h("select", { id: "add-side" }, [["N", "south"], ["S", "north"]].map(([facing, team]) => h("option", { value: facing }, say(team))));
    const dialog = openDialog("add-toy", say("correct_add"), h("label", { for: "add-side" }, say("correct_side")), side,
      h("div", { class: "choices" }, KINDS.map((kind) => h("button", { type: "button", class: "doing", onclick: () => {
        this.adding = { kind, facing: side.value };
        this.held = null;
        dialog.close();
        this.redraw();
      } }, toyDrawing(kind, { width: 30, height: 36 }), say(kind)))));
  }

  // -- what is shown

  redraw() {
    this.board.show(this.pieces);
    this.board.ring(this.held ? [this.held] : [], "held");
    this.how.textContent = this.adding ? say("correct_where", { toy: say(this.adding.kind) }) : say(this.toys ? "correct_how_toys" : "correct_how");
    this.acts.replaceChildren(...(this.toys ? this.toyActs() : []));
    this.lists.replaceChildren(this.lists.firstChild, ...this.listed());
  }

  toyActs() {
    const toy = this.held && this.pieces[this.held]?.[0];
    const act = (key, then, may = toy) => h("button", { type: "button", class: "doing", disabled: !may, onclick: then }, say(key));
    return [
      h("button", { type: "button", class: "doing", onclick: () => this.choose() }, say("correct_add")),
      act("correct_turn_toy", () => this.change((one) => { one.facing = one.facing === "N" ? "S" : "N"; })),
      act("correct_flip", () => this.change((one) => { one.flipped = !one.flipped; }), toy?.kind === FLIPS),
      act("correct_zap", () => this.change((one) => { one.zapped = !one.zapped; })),
      act("correct_take", () => this.take()),
    ];
  }

  /** The same without a pointer: which piece, and where to. */
  listed() {
    const option = (space, selected) => h("option", { value: space, selected }, space);
    const named = (space) => `${space}: ${this.pieces[space].map((piece) => say(piece.kind ?? piece)).join(", ")}`;
    const from = h("select", { id: "correct-from", onchange: () => { this.held = from.value; this.redraw(); this.lists.querySelector("#correct-from").focus(); } },
      h("option", { value: "" }, "–"), Object.keys(this.pieces).map((space) => h("option", { value: space, selected: space === this.held }, named(space))));
    const to = h("select", { id: "correct-to" }, Object.keys(this.board.layout.spaces).map((space) => option(space, false)));
    const go = () => (this.adding ? this.add(to.value) : this.held && this.put(to.value));
    return [h("label", { for: "correct-from" }, say("correct_from")), from, h("label", { for: "correct-to" }, say("correct_to")), to,
      h("div", { class: "doings" }, h("button", { type: "button", class: "doing", onclick: go }, say("correct_put")))];
  }
}
