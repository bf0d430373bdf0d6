// A new game: which, who, and by which house rules.

import { h, ruled, say } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { chip } from "./shapes.js";

const KEPT = "umpire-people";

const remember = (chosen) => localStorage.setItem(KEPT, JSON.stringify(chosen));
const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };

/** Open the dialog; `then` gets what was chosen, and what follows. It stays open until the game begins. */
export async function newGame(current, then) {
  const { games: setups, people: known, seats } = await (await fetch("/setups.json")).json();
  if (!localStorage.getItem(KEPT) && Object.keys(seats).length) remember({ seats }); // this phone is new here, the people are not
  const place = h("div", {});
  const dialog = openDialog("new-game", say("new_game"), place);
  const begin = (chosen, refused) => then(chosen, { done: () => dialog.close(), refused });
  const choose = (name) => place.replaceChildren(form(setups, setups.find(({ game }) => game === name) ?? setups[0], known, choose, begin));
  choose(current ?? kept().game);
}

/** A sentence that names house rules as they are written, with their titles instead. */
function inTitles(sentence, rules) {
  return rules.reduce((text, { key, title, values }) => text.replace(new RegExp(`\\b${key}=([\\w,]+)`), (_, written) => `“${title}: ${values.find(({ value }) => value === written)?.say ?? written}”`), sentence);
}

function form(setups, setup, everybody, choose, then) {
  const people = kept().seats ?? {};
  const opposite = [setup.colours[0], setup.colours[Math.floor(setup.colours.length / 2)]].map(({ colour }) => colour);
  const known = setup.colours.some(({ colour }) => people[colour]);
  const names = setup.colours.map(({ colour, name }) => h("label", { class: `seat team-${colour}` }, chip(colour), h("span", {}, name),
    h("input", { name: colour, maxlength: 24, list: "people-known", placeholder: say("nobody"), autocomplete: "off", "aria-describedby": "seats-problem",
      value: known ? people[colour] ?? "" : opposite.includes(colour) ? say("player", { number: opposite.indexOf(colour) + 1 }) : "" })));
  const rules = setup.rules.map((rule) => h("label", { class: "rule-choice" },
    h("span", { class: "rule-title" }, rule.title), h("small", {}, ruled(rule.say)),
    h("select", { name: rule.key, "aria-describedby": "rules-problem" }, rule.values.map(({ value, say: words }) => h("option", { value, selected: value === rule.default }, value === rule.default ? `${words} ✓` : words)))));
  const chosen = (event) => {
    event.preventDefault();
    const seats = Object.fromEntries(fields.seats.filter((input) => input.value.trim()).map((input) => [input.name, input.value.trim()]));
    const differ = setup.rules.map((rule, index) => [rule.key, fields.rules[index].value, rule.default]).filter(([, value, usual]) => value !== usual);
    remember({ game: setup.game, seats: { ...people, ...seats } });
    mark({ say: "" });
    then({ game: setup.game, seats, rules: Object.fromEntries(differ) }, mark);
  };
  const fields = { seats: names.map((label) => label.querySelector("input")), rules: rules.map((label) => label.querySelector("select")) };
  const problems = Object.fromEntries(["seats", "rules"].map((part) => [part, h("p", { class: "problem", id: `${part}-problem`, role: "alert" })]));
  const house = h("details", { class: "fold" }, h("summary", {}, say("house")), problems.rules, h("div", { class: "rules" }, rules));
  /** A refusal stands beside what it is about, and the fields that it names are marked. */
  const mark = ({ say: sentence, about = {} }) => {
    const part = about.rules ? "rules" : "seats", named = about[part] ?? [];
    for (const [key, problem] of Object.entries(problems)) problem.textContent = key === part ? inTitles(sentence, setup.rules) : "";
    for (const field of fields.seats) field.setAttribute("aria-invalid", part === "seats" && [field.name, field.value.trim() || null].some((name) => named.includes(name)));
    for (const field of fields.rules) field.setAttribute("aria-invalid", part === "rules" && named.some((name) => name.split("=")[0] === field.name));
    if (!sentence) return;
    house.open ||= part === "rules";
    const first = fields[part].find((field) => field.ariaInvalid === "true");
    for (const seen of [first, problems[part]]) seen?.scrollIntoView({ block: "nearest" });
  };
  return h("form", { onsubmit: chosen },
    setups.length > 1 && h("div", { class: "games-choice", role: "group", "aria-label": say("which_game") }, setups.map(({ game, name }) => h("button", { type: "button", class: `doing${game === setup.game ? " first" : ""}`, "aria-pressed": String(game === setup.game), onclick: () => choose(game) }, name))),
    h("p", { class: "hint" }, say("seats_hint")),
    h("div", { class: "seats" }, names), problems.seats, h("datalist", { id: "people-known" }, [...new Set([...everybody, ...Object.values(people)])].map((value) => h("option", { value }))),
    house, h("div", { class: "doings" }, h("button", { class: "doing first" }, say("begin"))));
}
