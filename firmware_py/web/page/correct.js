// Setting the position right: drag a piece, or tap it and then where it belongs, or choose both from lists.
// Toys can also be turned, laid on their back, taken off and added; so can men who enter and stand on each other.

import { h, say } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { KINDS, chip, toyDrawing } from "./shapes.js";

const FLIPS = "ziggy"; // the only toy that can lie on its back (G-30)
const MEN = 4; // of each colour (H-1)
const DRAGGED = 8; // pixels from which on a tap is a drag

export class Correction {
  /** `done(pieces, turn)` sends the position; `over` ends the correction. */
  constructor(board, state, bar, { done, over }) {
    this.board = board;
    this.pieces = structuredClone(state.pieces);
    this.held = this.adding = null;
    this.toys = state.game === "gearhead";
    this.stacks = state.game === "headache";
    this.alone = false; // the top man goes without those below him
    this.seats = state.seats;
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
    const onto = this.stacks || !occupied;
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

  /** Those of a stack that go together. */
  lifted(stack) {
    return this.alone ? stack.slice(-1) : stack;
  }

  /** What is held goes to a space: on top of a stack there; else a toy or a man there changes places with it. */
  put(target, from = this.held) {
    this.held = this.from = null;
    if (target && from && target !== from) {
      const stack = this.pieces[from], there = this.pieces[target] ?? [];
      const lifted = this.lifted(stack);
      this.set(from, this.stacks ? stack.slice(0, stack.length - lifted.length) : there);
      this.set(target, this.stacks ? [...there, ...lifted] : stack);
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
    const stack = this.pieces[this.held];
    this.set(this.held, stack.slice(0, stack.length - this.lifted(stack).length));
    this.held = null;
    this.redraw();
  }

  add(space) {
    if (space && (this.stacks || !this.pieces[space])) {
      const { colour, kind, facing } = this.adding;
      this.pieces[space] = [...this.pieces[space] ?? [], colour ?? { kind, facing, flipped: false, zapped: false }];
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

  /** Which of the men who are off the board is put on it; then his space is tapped. */
  chooseMan() {
    const out = Object.values(this.pieces).flat();
    const waiting = this.seats.filter(({ colour }) => out.filter((one) => one === colour).length < MEN);
    const dialog = openDialog("add-man", say("correct_add_man"), h("div", { class: "choices" }, waiting.map(({ colour, player }) => h("button", { type: "button", class: "doing", onclick: () => {
      this.adding = { colour };
      this.held = null;
      dialog.close();
      this.redraw();
    } }, chip(colour), `${player} (${say(colour)})`))));
  }

  // -- what is shown

  redraw() {
    this.board.show(this.pieces);
    this.board.ring(this.held ? [this.held] : [], "held");
    this.how.textContent = this.asks();
    this.acts.replaceChildren(...(this.toys ? this.toyActs() : this.stacks ? this.stackActs() : []));
    this.lists.replaceChildren(this.lists.firstChild, ...this.listed());
  }

  asks() {
    if (this.adding?.colour) return say("correct_where_man", { colour: say(this.adding.colour) });
    if (this.adding) return say("correct_where", { toy: say(this.adding.kind) });
    return say(this.toys ? "correct_how_toys" : "correct_how");
  }

  stackActs() {
    const several = this.pieces[this.held]?.length > 1;
    return [
      h("button", { type: "button", class: "doing", onclick: () => this.chooseMan() }, say("correct_add_man")),
      h("button", { type: "button", class: "doing", disabled: !several, "aria-pressed": String(this.alone), onclick: () => { this.alone = !this.alone; this.redraw(); } }, say("correct_alone")),
      h("button", { type: "button", class: "doing", disabled: !this.held, onclick: () => this.take() }, say("correct_take")),
    ];
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
