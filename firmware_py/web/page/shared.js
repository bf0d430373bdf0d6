// The start of a shared game: one file that holds the viewer and the game.

import { learn } from "./dom.js";
import { mountReplay } from "./replay.js";

const shared = JSON.parse(document.getElementById("game").textContent);
learn(shared.labels);
mountReplay(document.getElementById("replay"), shared.story);
