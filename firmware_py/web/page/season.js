// The season: who won how often, since a day.

import { h, inWords, say } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { chip } from "./shapes.js";

const KEPT = "umpire-season";
const DAYS = [["season_all", () => ""], ["season_year", () => `${new Date().getFullYear()}-01-01`], ["season_month", () => day(new Date(Date.now() - 30 * 86_400_000))]];

const day = (date) => date.toLocaleDateString("sv"); // as ISO 8601 has it, by the phone's clock

/** Open the table. */
export function openSeason() {
  const place = h("div", { class: "season-table", tabindex: 0, role: "region", "aria-label": say("season"), "aria-live": "polite" });
  const since = h("input", { type: "date", id: "season-since", value: localStorage.getItem(KEPT) ?? "", onchange: () => show() });
  const set = (value) => { since.value = value; show(); };
  const show = async () => {
    localStorage.setItem(KEPT, since.value);
    const answer = await fetch(`/season.json?since=${since.value}`).catch(() => null);
    const standings = answer?.ok ? await answer.json() : [];
    place.replaceChildren(standings.length ? table(standings) : h("p", {}, say("season_empty")));
  };
  openDialog("season", say("season"),
    h("div", { class: "choices" }, DAYS.map(([key, from]) => h("button", { type: "button", class: "doing", onclick: () => set(from()) }, say(key)))),
    h("label", { for: "season-since", class: "hint" }, say("season_since")), since, place, h("p", { class: "hint" }, say("season_hint")));
  show();
}

function table(standings) {
  const heads = ["luck_who", "season_games", "season_wins", "season_drawn", "season_places", "season_pips", "season_captures"];
  return h("table", {},
    h("thead", {}, h("tr", {}, heads.map((key) => h("th", { scope: "col" }, say(key))))),
    h("tbody", {}, standings.map((one) => h("tr", {},
      h("th", { scope: "row" }, h("span", { class: "team-name" }, chip(one.colour), h("span", {}, one.player))),
      [one.games, one.wins, one.drawn, Object.entries(one.places).map(([place, times]) => `${place}. × ${times}`).join(", "), one.dice ? inWords(one.mean_pips, 2) : "–", inWords(one.captures / one.games, 1)]
        .map((value) => h("td", {}, String(value)))))));
}
