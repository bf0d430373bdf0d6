// The recorded games: list, look, take along, bring back.

import { h, say } from "./dom.js";
import { post } from "./acts.js";
import { openDialog } from "./dialogs.js";
import { mountReplay } from "./replay.js";

const FILES = [["txt", "export"], ["html", "share"]];

/** Open the list. */
export async function openGames(state, told) {
  const lines = await (await fetch("/games.json")).json().catch(() => []);
  const place = h("div", { class: "games-place" });
  const file = h("input", { type: "file", accept: ".txt,text/plain", class: "unseen", id: "import-file", onchange: async () => {
    const [record] = file.files;
    if (!record) return;
    const story = await post("/story", await record.text());
    if (story.ok) mountReplay(place, story);
    else told(story.say);
  } });
  const rows = [...lines].reverse().map((line) => row(String(line.number), say(`game_${line.game}`), line, place, told));
  if (state.game) rows.unshift(row("now", say("this_game"), { players: state.seats.map(({ player }) => player) }, place, told));
  place.append(rows.length ? h("ul", { class: "games-list" }, rows) : h("p", {}, say("no_games")),
    h("label", { class: "doing import", for: "import-file", tabindex: 0 }, say("import")), file);
  openDialog("games", say("games"), place);
}

function row(which, title, line, place, told) {
  const look = async () => {
    const answer = await fetch(`/games/${which}.json`);
    const story = await answer.json();
    if (answer.ok) mountReplay(place, story);
    else told(story.say);
  };
  return h("li", {}, h("button", { type: "button", class: "game-look", onclick: look },
    h("b", {}, title), h("span", {}, line.players.join(", ")),
    line.played && h("small", {}, new Date(line.played * 1000).toLocaleString(), line.is_over ? "" : ` · ${say("unfinished")}`)),
  FILES.map(([ending, key]) => h("a", { class: "file", href: `/games/${which}.${ending}`, download: true }, say(key))));
}
