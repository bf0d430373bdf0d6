// The recorded games: list, look, take along, bring back.

import { h, say } from "./dom.js";
import { post } from "./acts.js";
import { openDialog } from "./dialogs.js";
import { mountReplay } from "./replay.js";
import { openSeason } from "./season.js";

const FILES = [["txt", "export"], ["html", "share"]];

/** Open the list. `told(sentence)` says a refusal; `unpaired(again)` asks for pairing. */
export async function openGames(state, told, unpaired) {
  const lines = await (await fetch("/games.json")).json().catch(() => []);
  const place = h("div", { class: "games-place" });
  const send = async (path, text, then) => {
    const answer = await post(path, text);
    if (answer.ok) then(answer);
    else if (answer.refused === "not_paired") unpaired(() => send(path, text, then));
    else told(answer.say);
  };
  const file = h("input", { type: "file", accept: ".txt,text/plain", class: "unseen", id: "import-file", onchange: async () => {
    const [record] = file.files;
    file.value = "";
    if (!record) return;
    const text = await record.text();
    send("/story", text, (story) => {
      mountReplay(place, story);
      const keep = h("button", { type: "button", class: "doing first", onclick: () => send("/games", text, ({ number }) => { keep.remove(); told(say("kept", { number })); }) }, say("keep"));
      place.prepend(h("div", { class: "doings" }, keep));
    });
  } });
  const rows = [...lines].reverse().map((line) => row(String(line.number), say(`game_${line.game}`), line, place, told));
  if (state.game) rows.unshift(row("now", say("this_game"), { players: state.seats.map(({ player }) => player) }, place, told));
  place.append(h("div", { class: "doings games-doings" },
    h("button", { type: "button", class: "doing", onclick: openSeason }, say("season")),
    h("label", { class: "doing import", for: "import-file", tabindex: 0, role: "button", onkeydown: (event) => [" ", "Enter"].includes(event.key) && (event.preventDefault(), file.click()) }, say("import")), file),
  rows.length ? h("ul", { class: "games-list" }, rows) : h("p", {}, say("no_games")));
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
    line.played && h("small", {}, new Date(line.played * 1000).toLocaleString(document.documentElement.lang), line.is_over ? "" : ` · ${say("unfinished")}`)),
  FILES.map(([ending, key]) => h("a", { class: "file", href: `/games/${which}.${ending}`, download: true }, say(key))));
}
