/** Light, dark, or as the system is; the choice is all that this browser keeps. */

export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

const KEPT_AS = "scoring-theme";

/** Returns `system` when nothing was chosen, or the browser keeps nothing. */
export function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEPT_AS);
    return THEMES.find((theme) => theme === kept) ?? "system";
  } catch {
    return "system";
  }
}

const LISTENERS = new Set<() => void>();

/**
 * Says when another theme is chosen.
 *
 * @returns What ends it.
 */
export function onThemeChange(tell: () => void): () => void {
  LISTENERS.add(tell);
  return () => void LISTENERS.delete(tell);
}

/** Shows and keeps a choice. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEPT_AS, theme);
  } catch {
    // a browser that keeps nothing still shows it
  }
  for (const tell of LISTENERS) tell();
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** The next one in the circle. */
export function themeAfter(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}
