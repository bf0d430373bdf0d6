// Light or dark: as the phone has it, unless somebody has chosen.

const THEME = "umpire-theme";

/** "auto", "light" or "dark". */
export const theme = () => localStorage.getItem(THEME) ?? "auto";

export function setTheme(name) {
  localStorage.setItem(THEME, name);
  applyTheme();
}

export function applyTheme() {
  if (theme() === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme();
}
