// The voice of the phone: the browser speaks what is new, if somebody wants it to.

const LEVEL = "umpire-voice";

/** "off", "short" (what to do) or "all" (the referee's words too). */
export const voice = () => localStorage.getItem(LEVEL) ?? "off";

export function setVoice(level) {
  localStorage.setItem(LEVEL, level);
  speechSynthesis?.cancel();
}

/** Speak a new state; what was still to be said is old and dropped. */
export function speak(state, before, language) {
  if (voice() === "off" || !("speechSynthesis" in window) || document.hidden) return;
  const words = [];
  if (state.die && JSON.stringify(state.die) !== JSON.stringify(before?.die)) words.push(state.die.faces.join(", "));
  if (voice() === "all" && state.verdict && state.verdict !== before?.verdict) words.push(state.verdict);
  if (state.headline !== before?.headline) words.push(state.headline);
  if (!words.length) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words.join(". ").replace(/ ?\([TGH]-[A-Z]*\d*[a-z]?\)/g, ""));
  said.lang = language;
  speechSynthesis.speak(said);
}
