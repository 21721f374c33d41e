/** Days that somebody chose by their dates, in the address: pages show them instead of the time up to now. */
import { DAY_MS } from "../words/times.ts";

/** The first and last day, UTC: "2026-10-01". */
export interface ChosenDays {
  since: string;
  until: string;
}

/** Reports are no longer either. */
export const MOST_DAYS = 366;

/** Returns null where the address names none, or none that make sense. */
export function chosenDaysIn(search: string): ChosenDays | null {
  const parameters = new URLSearchParams(search);
  const [since, until] = [dayIn(parameters.get("since")), dayIn(parameters.get("until"))];
  if (since === null || until === null || since > until) return null;
  return (endOf({ since, until }) - Date.parse(since)) / DAY_MS > MOST_DAYS ? null : { since, until };
}

function dayIn(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || dayOf(at) !== text ? null : text;
}

/** Those of the page that is shown; null where no page is, as on the server. */
export function chosenDaysHere(): ChosenDays | null {
  return "location" in globalThis ? chosenDaysIn(location.search) : null;
}

/** The end of the last day, in milliseconds. */
export function endOf({ until }: ChosenDays): number {
  return Date.parse(until) + DAY_MS;
}

/** Returns the UTC day of a time: "2026-10-01". */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-10-01".length);
}

/** The parameters of the address that choose days; the page of a list begins anew. */
export function parametersOf({ since, until }: ChosenDays): Readonly<Record<string, string | null>> {
  return { since, until, days: null, page: null };
}
