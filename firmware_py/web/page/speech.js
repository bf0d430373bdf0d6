// The voice of the phone: the browser speaks what is new, as much of it as somebody wants to hear.

const LEVEL = "umpire-voice", WITHOUT = "umpire-voice-without";

/** The classes of what is said; a level has the first so many of them. */
export const SOUNDS = ["die", "verdict", "over", "turn", "capture", "fault", "story"];
const LEVELS = { off: 0, little: 3, usual: 5, all: 7 };

/** "off", "little", "usual" or "all". */
export const voice = () => (localStorage.getItem(LEVEL) in LEVELS ? localStorage.getItem(LEVEL) : "off");

const silent = () => (localStorage.getItem(WITHOUT) ?? "").split(" ").filter(Boolean);

/** Whether a class belongs to the level that is chosen. */
export const belongs = (sound) => SOUNDS.indexOf(sound) < LEVELS[voice()];

/** Whether a class is said. */
export const heard = (sound) => belongs(sound) && !silent().includes(sound);

export function setVoice(level) {
  localStorage.setItem(LEVEL, level);
  window.speechSynthesis?.cancel();
}

/** Switch a class off, or on again. */
export function switchSound(sound) {
  const now = silent();
  localStorage.setItem(WITHOUT, (now.includes(sound) ? now.filter((one) => one !== sound) : [...now, sound]).join(" "));
}

let said = { boot: null, number: 0 };

/** Speak what a new state brings; what was still to be said is old and dropped. */
export function speak(state, language) {
  const fresh = said.boot === state.boot ? state.aloud.filter(({ number }) => number > said.number) : [];
  said = { boot: state.boot, number: state.aloud.at(-1)?.number ?? 0 };
  if (voice() === "off" || !("speechSynthesis" in window) || document.hidden) return;
  const words = fresh.filter(({ kind }) => heard(kind)).map(({ say }) => say);
  if (!words.length) return;
  speechSynthesis.cancel();
  const aloud = new SpeechSynthesisUtterance(words.join(" "));
  aloud.lang = language;
  speechSynthesis.speak(aloud);
}
