// The dialogs: each opens, asks one thing, and goes away.

import { h, say } from "./dom.js";
import { die, dieInWords } from "./dice.js";
import { post } from "./acts.js";
import { toyDrawing } from "./shapes.js";

/** Open a dialog; returns its element. It is taken away once it is closed. */
export function openDialog(kind, title, ...content) {
  document.querySelector(`dialog.${kind}`)?.remove();
  const close = h("button", { type: "button", class: "close", "aria-label": say("close"), onclick: () => dialog.close() }, "✕");
  const dialog = h("dialog", { class: kind, "aria-label": title }, h("header", {}, h("h2", {}, title), close), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Ask before something that cannot be taken back lightly. */
export function askFirst(question, yes, then) {
  const dialog = openDialog("ask", question, h("div", { class: "doings" },
    h("button", { type: "button", class: "doing", onclick: () => dialog.close() }, say("no_back")),
    h("button", { type: "button", class: "doing danger", onclick: () => { dialog.close(); then(); } }, yes)));
}

/** Dice entered by hand, one after the other. */
export function diceByHand(kinds, then, faces = []) {
  const kind = kinds[faces.length];
  const choices = kind === "red" ? [1, 0] : Array.from({ length: Number(kind.slice(1)) }, (_, index) => index + 1);
  const dialog = openDialog("by-hand", say("by_hand"), h("div", { class: "faces" }, choices.map((face) => h("button", {
    type: "button", class: "face", "aria-label": dieInWords(kind, face),
    onclick: () => { dialog.close(); const all = [...faces, face]; all.length < kinds.length ? diceByHand(kinds, then, all) : then(all); },
  }, die(kind, face)))));
}

/** The counter that was drawn from the cup. */
export function drawByHand(kinds, then) {
  const dialog = openDialog("draw", say("draw_by_hand"), h("div", { class: "choices" }, kinds.map((kind) => h("button", {
    type: "button", class: "doing", onclick: () => { dialog.close(); then(kind); } }, toyDrawing(kind, { width: 30, height: 36 }), say(kind)))));
}

/** The page's address, for another phone to scan. */
export function invite({ where, name }) {
  openDialog("invite", say("invite"), h("img", { src: "/address.svg", alt: say("invite_code", { address: where }), width: 264, height: 264 }),
    h("p", {}, say("invite_how")), [where, name].filter(Boolean).map((address) => h("p", {}, h("a", { href: address }, address))));
}

/** Pairing: a code is shown at the table, and typed here. */
export function pairing(told, then) {
  const name = h("input", { id: "pair-name", autocomplete: "given-name", maxlength: 24, value: localStorage.getItem("umpire-name") ?? "" });
  const code = h("input", { id: "pair-code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6, pattern: "[0-9]{6}", required: true });
  const problem = h("p", { class: "problem", role: "alert" });
  const ask = async () => { const answer = await post("/pair/ask", {}); problem.textContent = answer.ok ? "" : answer.say; };
  const send = async (event) => {
    event.preventDefault();
    localStorage.setItem("umpire-name", name.value.trim());
    const answer = await post("/pair", { code: code.value.trim(), name: name.value.trim() });
    if (!answer.ok) {
      problem.textContent = answer.say;
      code.select();
      return;
    }
    dialog.close();
    told(say("paired"));
    then();
  };
  const dialog = openDialog("pairing", say("pair"), h("form", { onsubmit: send },
    h("p", {}, say("pair_how")),
    h("label", { for: "pair-code" }, say("pair_code")), code,
    h("label", { for: "pair-name" }, say("pair_name")), name, problem,
    h("div", { class: "doings" }, h("button", { type: "button", class: "doing", onclick: ask }, say("pair_again")), h("button", { class: "doing first" }, say("pair_done")))));
  code.focus();
  ask();
}
