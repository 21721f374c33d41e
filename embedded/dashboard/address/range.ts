/** The window of time that a page shows; it is in the address, so that every view is a link. */
import { useLocation, useSearch } from "wouter";
import { DAY_MS } from "../words/times.ts";
import { chosenDaysHere, chosenDaysIn, endOf } from "./chosen-days.ts";

/** In days; a page shows the time up to now. */
export const RANGES = [7, 30, 90] as const;

/** How many days a page shows: one of `RANGES`, or as many as were chosen by their dates. */
export type Range = number;

const USUAL: Range = 30;

/** Reads the time range from the address; anything unknown there means the default. */
export function useRange(): Range {
  return rangeIn(useSearch());
}

/** Returns 30 when the address says nothing, or nothing that is known. */
export function rangeIn(search: string): Range {
  const chosen = chosenDaysIn(search);
  if (chosen !== null) return (endOf(chosen) - Date.parse(chosen.since)) / DAY_MS;
  const asked = Number(new URLSearchParams(search).get("days"));
  return RANGES.find((days) => days === asked) ?? USUAL;
}

/** Parameters of the address to set; null takes one away. */
export type Changes = Readonly<Record<string, string | null>>;

/** Returns this page's address with some parameters changed. */
export function useAddressWith(): (changes: Changes) => string {
  const [path] = useLocation();
  const search = useSearch();
  return (changes) => addressOf(path, search, changes);
}

/**
 * How to change parameters without a new step in the history.
 *
 * @returns A function that begins with the address of the moment: what was drawn earlier may be asked for later.
 */
export function useChangeParameters(): (changes: Changes) => void {
  const [path, go] = useLocation();
  return (changes) => go(addressOf(path, location.search, changes), { replace: true });
}

function addressOf(path: string, search: string, changes: Changes): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const rest = parameters.toString();
  return rest === "" ? path : `${path}?${rest}`;
}

/** One parameter of the address, and how to change it. */
export function useParameter(name: string): [string | null, (value: string | null) => void] {
  const search = useSearch();
  const change = useChangeParameters();
  return [new URLSearchParams(search).get(name), (value) => change({ [name]: value })];
}

/** Leads to another page with the same window. */
export function withRange(path: string, range: Range): string {
  const chosen = chosenDaysHere();
  if (chosen !== null)
    return `${path}${path.includes("?") ? "&" : "?"}since=${chosen.since}&until=${chosen.until}`;
  if (range === USUAL) return path;
  return `${path}${path.includes("?") ? "&" : "?"}days=${range}`;
}

/** The beginning of a window that leaves nothing out: no agent sent telemetry before. */
export const ALL_TIME = "2020-01-01T00:00:00Z";

/** The window as the API takes it: up to a time, or to the end of the days that the address names. */
export function windowOf(days: number, to: number): { from: string; to: string } {
  const chosen = chosenDaysHere();
  return lastDays(days, chosen === null ? to : endOf(chosen));
}

/** The same, whatever the address names. */
export function lastDays(days: number, to: number): { from: string; to: string } {
  return { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() };
}
