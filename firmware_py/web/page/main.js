// The page: puts its parts together and keeps them at the newest state.

import { Actor, post } from "./acts.js";
import { Board } from "./board.js";
import { Correction } from "./correct.js";
import { askFirst, diceByHand, drawByHand, invite, openDialog, pairing } from "./dialogs.js";
import { h, learn, say, told } from "./dom.js";
import { openGames } from "./games.js";
import { Line } from "./live.js";
import { showMore } from "./more.js";
import { newGame } from "./newgame.js";
import { showDoing, showNow, showPeople, spoken } from "./now.js";
import { chooseSounds } from "./sounds.js";
import { setVoice, speak, voice } from "./speech.js";
import { applyTheme, setTheme, theme } from "./theme.js";

const by = (id) => document.getElementById(id);
const words = await (await fetch("/words.json")).json();
learn({ ...words.labels, ...words.terms });
document.documentElement.lang = words.language;

let state = null, layoutKey = null, origin = null, correction = null;

const unpaired = (again) => pairing(told, () => { whoAmI(); again(); });
const actor = new Actor({ state: () => state, live: () => line.live, unpaired, told });
const act = (name, facts, then) => actor.act(name, facts, then);

/** Acts once a dialog is answered, for the moment at which it was opened: whatever was read or entered since counts instead. */
function later(name, facts) {
  const { began, ply } = state;
  return (answer) => act(name, { began, ply, ...facts(answer) });
}

const does = {
  act,
  undo: () => act("undo", { pending: state.pending }),
  look: (option) => board.showOptions(shownOptions(), state.turn ?? "blue", option ? (one) => one.answer === option.answer : undefined),
  dice: () => diceByHand(state.awaits.dice, later("dice", (faces) => ({ faces }))),
  draw: () => drawByHand(state.awaits.draw, later("choose", (kind) => ({ answer: `draw:${kind}` }))),
  newGame: () => newGame(state.game, (chosen, then) => act("new", chosen, then)),
};

const shownOptions = () => (correction || state.fix ? [] : state.options); // first the board is put right
const board = new Board(by("board-place"), tapped);

/** A tap on a target makes its move. Else a man is tapped, then his target; if that is illegal, the referee says why. */
function tapped(space) {
  if (!state?.game || correction) return;
  const ending = state.options.filter((option) => option.target === space && (!origin || option.origin === origin));
  const leaving = state.options.filter((option) => option.origin === space);
  if (ending.length === 1 && !leaving.length) choose(ending[0].answer);
  else if (origin && space && space !== origin) choose(ending[0]?.answer ?? `${origin}-${space}`);
  else mark(space && state.pieces[space] && state.phase === "waiting_for_move" ? space : null);
}

function mark(space) {
  origin = space;
  board.ring(space ? [space] : [], "held");
  board.showOptions(shownOptions(), state.turn ?? "blue", space ? (option) => option.origin === space : undefined);
}

function choose(answer) {
  mark(null);
  act("choose", { answer });
}

async function render(next) {
  const before = state;
  state = next;
  if (layoutKey !== next.layout) {
    const layout = await (await fetch("/layout.json")).json();
    if (state !== next) return;
    board.draw(layout);
    layoutKey = next.layout;
  }
  if (correction && before && before.ply !== next.ply) endCorrection();
  if (!correction) {
    origin = null;
    board.ring([], "");
    board.show(next.pieces);
    board.showOptions(shownOptions(), next.turn ?? "blue");
    board.showFix(next.fix);
  }
  board.showDie(next.phase === "rolling" ? null : next.die ?? next.last_die);
  draw();
  const news = spoken(next, before);
  if (news) by("spoken").textContent = news;
  speak(next, words.language);
}

function draw() {
  document.body.dataset.phase = state.phase;
  document.body.dataset.number = state.number;
  by("title").textContent = state.game ? say(`game_${state.game}`) : "Pop Umpire";
  document.title = state.turn ? `${state.headline} · Pop Umpire` : "Pop Umpire";
  showNow(by("now"), state);
  if (!correction) showDoing(by("doing"), state, does);
  showPeople(by("people"), state);
  showMore(by("more"), state, draw);
}

function correct() {
  document.body.classList.add("correcting");
  board.showOptions([], "blue");
  board.showFix(null);
  correction = new Correction(board, state, by("doing"), {
    done: (pieces, turn) => act("correct", { pieces, turn }, { done: endCorrection }), over: () => { endCorrection(); render(state); },
  });
}

function endCorrection() {
  document.body.classList.remove("correcting");
  correction?.end();
  correction = null;
  showDoing(by("doing"), state, does);
}

function menu() {
  const { may } = state;
  const entry = (key, then, kind = "") => h("button", { type: "button", class: `doing ${kind}`, onclick: () => { dialog.close(); then(); } }, say(key));
  const dialog = openDialog("menu", say("menu"), h("div", { class: "menu-list" },
    may.pause && entry("pause", () => act("pause")), may.resume && entry("resume", () => act("resume")),
    state.awaits.dice && entry("by_hand", does.dice),
    may.correct && entry("correct", correct),
    entry("games", () => openGames(state, told, unpaired)),
    state.address.where && entry("invite", () => invite(state.address)),
    state.calibrates && h("a", { class: "doing", href: "/page/calibrate.html" }, say("calibrate")),
    state.club && h("a", { class: "doing", href: "/club" }, say("club")),
    may.new ? entry("new_game", does.newGame) : entry("end_game", () => askFirst(say("end_sure"), say("end_yes"), () => act("abort")), "danger"),
    may.referee && h("div", { class: "setting" }, h("span", {}, say("referee")), ["coach", "warn", "strict"].map((level) => entry(`referee_${level}`, () => act("referee", { level }), state.referee === level ? "first" : ""))),
    h("div", { class: "setting" }, h("span", {}, say("theme")), ["auto", "light", "dark"].map((name) => entry(`theme_${name}`, () => setTheme(name), theme() === name ? "first" : ""))),
    h("div", { class: "setting" }, h("span", {}, say("voice")), ["off", "little", "usual", "all"].map((level) => entry(`voice_${level}`, () => setVoice(level), voice() === level ? "first" : "")), voice() !== "off" && entry("sounds", chooseSounds)),
    h("div", { class: "setting" }, h("span", {}, me.paired ? say("paired_as", { name: me.name }) : say("watching_only")),
      me.paired ? entry("forget", async () => { await post("/pair/forget", {}); whoAmI(); }) : entry("pair", () => pairing(told, whoAmI), "first"))));
}

let me = { paired: false };
async function whoAmI() {
  me = await (await fetch("/me.json", { cache: "no-store" })).json().catch(() => me);
}

function typed(event) {
  if (!state || event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const option = state.numbered && state.options[Number(event.key) - 1];
  if (option && !correction) act("choose", { answer: option.answer });
  else if (event.key === "u" && state.may.undo) does.undo();
  else if (event.key === "p" && state.may.pop) act("pop");
  else if (event.key === "d" && state.awaits.dice) does.dice();
  else if (event.key === "?" || event.key === "m") menu();
  else return;
  event.preventDefault();
}

applyTheme();
whoAmI();
by("open-menu").textContent = say("menu");
by("open-menu").addEventListener("click", () => { whoAmI().then(menu); });
document.addEventListener("keydown", typed);
const line = new Line(render, (condition) => {
  document.body.dataset.line = condition;
  by("line").textContent = say(`line_${condition}`);
});
