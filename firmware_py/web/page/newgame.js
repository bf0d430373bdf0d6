// A new game: which, who, and by which house rules.

import { h, ruled, say } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { chip } from "./shapes.js";

const KEPT = "umpire-people";

const remember = (chosen) => localStorage.setItem(KEPT, JSON.stringify(chosen));
const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };

/** Open the dialog; `then` gets what was chosen. */
export async function newGame(current, then) {
  const { games: setups, people: known, seats } = await (await fetch("/setups.json")).json();
  if (!localStorage.getItem(KEPT) && Object.keys(seats).length) remember({ seats }); // this phone is new here, the people are not
  const place = h("div", {});
  const dialog = openDialog("new-game", say("new_game"), place);
  const choose = (name) => place.replaceChildren(form(setups, setups.find(({ game }) => game === name) ?? setups[0], known, choose, (chosen) => { dialog.close(); then(chosen); }));
  choose(current ?? kept().game);
}

function form(setups, setup, everybody, choose, then) {
  const people = kept().seats ?? {};
  const opposite = [setup.colours[0], setup.colours[Math.floor(setup.colours.length / 2)]].map(({ colour }) => colour);
  const known = setup.colours.some(({ colour }) => people[colour]);
  const names = setup.colours.map(({ colour, name }) => h("label", { class: `seat team-${colour}` }, chip(colour), h("span", {}, name),
    h("input", { name: colour, maxlength: 24, list: "people-known", placeholder: say("nobody"), autocomplete: "off",
      value: known ? people[colour] ?? "" : opposite.includes(colour) ? say("player", { number: opposite.indexOf(colour) + 1 }) : "" })));
  const rules = setup.rules.map((rule) => h("label", { class: "rule-choice" },
    h("span", { class: "rule-title" }, rule.title), h("small", {}, ruled(rule.say)),
    h("select", { name: rule.key }, rule.values.map(({ value, say: words }) => h("option", { value, selected: value === rule.default }, value === rule.default ? `${words} ✓` : words)))));
  const chosen = (event) => {
    event.preventDefault();
    const seats = Object.fromEntries(names.map((label) => label.querySelector("input")).filter((input) => input.value.trim()).map((input) => [input.name, input.value.trim()]));
    const differ = setup.rules.map((rule, index) => [rule.key, rules[index].querySelector("select").value, rule.default]).filter(([, value, usual]) => value !== usual);
    remember({ game: setup.game, seats: { ...people, ...seats } });
    then({ game: setup.game, seats, rules: Object.fromEntries(differ) });
  };
  return h("form", { onsubmit: chosen },
    setups.length > 1 && h("div", { class: "games-choice", role: "group", "aria-label": say("which_game") }, setups.map(({ game, name }) => h("button", { type: "button", class: `doing${game === setup.game ? " first" : ""}`, "aria-pressed": String(game === setup.game), onclick: () => choose(game) }, name))),
    h("p", { class: "hint" }, say("seats_hint")),
    h("div", { class: "seats" }, names), h("datalist", { id: "people-known" }, [...new Set([...everybody, ...Object.values(people)])].map((value) => h("option", { value }))),
    h("details", { class: "fold" }, h("summary", {}, say("house")), h("div", { class: "rules" }, rules)),
    h("div", { class: "doings" }, h("button", { class: "doing first" }, say("begin"))));
}
