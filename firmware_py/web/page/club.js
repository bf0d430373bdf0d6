// The club: every table that is seen at the broker, as it stands now.

import { fill, h, learn, say } from "./dom.js";
import { Line } from "./live.js";
import { chip, teamName } from "./shapes.js";
import { applyTheme } from "./theme.js";

const LOOK_AGAIN = 20_000; // how often "3 minutes ago" is worked out anew
const STEPS = [["second", 60], ["minute", 60], ["hour", 24], ["day", Infinity]];

const by = (id) => document.getElementById(id);
const words = await (await fetch("/words.json")).json();
learn({ ...words.labels, ...words.terms });
document.documentElement.lang = words.language;
const ago = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });

let club = { line: null, tables: [] };

function render(next = club) {
  club = next;
  const problem = club.line === null ? say("club_off") : !club.line ? say("club_no_line") : !club.tables.length ? say("club_empty") : "";
  by("club-says").textContent = problem;
  by("club-says").hidden = !problem;
  document.body.dataset.number = club.number;
  fill(by("club"), club.tables.map((table) => card(table, Boolean(club.line))));
}

function card(table, line) {
  const there = table.there && line, over = table.phase === "over";
  return h("li", { class: `club-table${there ? "" : " gone"}${table.turn ? ` team-${table.turn}` : ""}`, "data-topic": table.topic },
    h("h2", {}, table.page && there ? h("a", { href: table.page }, table.name) : table.name, h("small", {}, table.game ?? say("club_no_game"))),
    !there && h("p", { class: "gone-word" }, say("club_gone", { ago: since(table.at) })),
    table.game && h("div", { class: "club-now" },
      h("div", {},
        over && table.winners.length > 0 ? h("p", { class: "turn" }, "★ ", h("b", {}, table.winners.join(", "))) : table.player && h("p", { class: "turn" }, chip(table.turn), h("b", {}, table.player)),
        h("p", {}, table.headline)),
      table.die && h("p", { class: "club-die", "aria-label": say("last_die", { faces: table.die }) }, table.die)),
    table.seats.length > 0 && h("ul", { class: "club-seats" }, table.seats.map((seat) => h("li", {},
      teamName(seat.colour, seat.player), seat.place ? h("span", { class: "place" }, say("place", { place: seat.place })) : null,
      h("span", { class: "counts" }, Object.entries(seat.counts).filter(([, count]) => count).map(([area, count]) => `${area} ${count}`).join(" · "))))));
}

/** How long ago a moment was, in words. */
function since(at) {
  let past = (Date.now() - Date.parse(at)) / 1000;
  if (!(past >= 0)) return ago.format(0, "second");
  for (const [unit, next] of STEPS) {
    if (past < next) return ago.format(-Math.round(past), unit);
    past /= next;
  }
  return "";
}

applyTheme();
by("title").textContent = document.title = say("club");
by("own-table").textContent = say("club_own");
setInterval(() => render(), LOOK_AGAIN);
new Line(render, (condition) => {
  document.body.dataset.line = condition;
  by("line").textContent = say(`line_${condition}`);
}, "/club/events");
