// What the voice of the phone says: each class of the chosen level is switched by itself.

import { h, say } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { belongs, heard, SOUNDS, switchSound } from "./speech.js";

/** Open the switches. */
export function chooseSounds() {
  openDialog("sounds", say("sounds"), h("div", { class: "menu-list" }, SOUNDS.filter(belongs).map((sound) => {
    const button = h("button", { type: "button", class: "doing sound", role: "switch", "data-sound": sound, onclick: () => { switchSound(sound); show(); } }, say(`sound_${sound}`));
    const show = () => { button.setAttribute("aria-checked", String(heard(sound))); button.classList.toggle("first", heard(sound)); };
    show();
    return button;
  })));
}
