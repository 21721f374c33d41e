/** Whether times are on this browser's clock or UTC; the choice is kept as long as somebody is signed in. */
import { setZone } from "../words/clock.ts";

export type ClockChoice = "local" | "utc";

const KEPT_AS = "scoring-clock";
const LISTENERS = new Set<() => void>();

/** Returns the browser's clock when nothing was chosen, or the browser keeps nothing. */
export function keptClock(): ClockChoice {
  try {
    return localStorage.getItem(KEPT_AS) === "utc" ? "utc" : "local";
  } catch {
    return "local";
  }
}

/** Returns the zone of this browser, an IANA name. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Writes all times by the choice from now on. */
export function applyClock(choice: ClockChoice): void {
  setZone(choice === "utc" ? "UTC" : browserZone());
}

/** Applies and keeps a choice, and has every page drawn again. */
export function chooseClock(choice: ClockChoice): void {
  applyClock(choice);
  try {
    localStorage.setItem(KEPT_AS, choice);
  } catch {
    // a browser that keeps nothing still shows it
  }
  for (const draw of LISTENERS) draw();
}

/** Forgets the choice with the sign-in that it belongs to. */
export function forgetClock(): void {
  try {
    localStorage.removeItem(KEPT_AS);
  } catch {
    // nothing was kept
  }
}

/**
 * Calls a function when another clock is chosen.
 *
 * @returns What ends it.
 */
export function onClockChange(draw: () => void): () => void {
  LISTENERS.add(draw);
  return () => void LISTENERS.delete(draw);
}
