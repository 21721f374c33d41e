/** What alerts and rules say, and what a form makes of them. */
import { draftOfPlaces, NO_PLACES, type PlacesDraft, placesOf, sayPlace } from "../../parts/places/places.ts";
import type { ShapeName, Tone } from "../../parts/shape.tsx";
import { formatThings } from "../../words/numbers.ts";
import type { Alert, Rule, RuleWish } from "./fetch-alerts.ts";

export function sayAlerts(alerts: readonly Alert[]): string {
  const open = alerts.filter(({ state }) => state === "open");
  const [only] = open;
  if (alerts.length === 0) return "Nothing needs attention.";
  if (only === undefined) return `${formatThings(alerts.length, "alert")} acknowledged, none is new.`;
  return open.length === 1 ? `${only.title}.` : `${open.length} alerts are open. The newest: ${only.title}.`;
}

/** Alerts that nobody has seen come first. */
export function openFirst(alerts: readonly Alert[]): Alert[] {
  return alerts.toSorted((left, right) => Number(right.state === "open") - Number(left.state === "open"));
}

/** The state of an alert, as a shape and a word. */
export const ALERT_STATES = {
  open: { shape: "diamond", tone: "bad", word: "open" },
  acknowledged: { shape: "half", tone: "warn", word: "acknowledged" },
  closed: { shape: "tick", tone: "quiet", word: "over" },
} as const satisfies Record<Alert["state"], { shape: ShapeName; tone: Tone; word: string }>;

/** What each kind of rule watches, the unit of its thresholds, and usual ones. */
export const KINDS = {
  spend: { name: "Budgets", unit: "% of a budget is spent", usual: "50, 80, 100" },
  forecast: { name: "Budget by the end of the month", unit: "% of a budget is expected", usual: "100" },
  waiting: { name: "Waiting for models", unit: "hours above a usual day", usual: "2" },
  silence: { name: "Keys and agents that stopped", unit: "working days of silence", usual: "1" },
  refused_senders: { name: "Refused senders", unit: "refused requests in a day", usual: "10" },
  judge: { name: "Judge model", unit: "minutes without an answer", usual: "60" },
  stage_behind: { name: "Work that is behind", unit: "minutes behind", usual: "15" },
  backup: { name: "Backups", unit: "days without a backup", usual: "7" },
} as const satisfies Record<Rule["kind"], { name: string; unit: string; usual: string }>;

/** Returns "50, 80 and 100 % of a budget is spent". */
export function sayThresholds({ kind, thresholds }: Pick<Rule, "kind" | "thresholds">): string {
  const { unit } = KINDS[kind];
  const isOne = thresholds.length === 1 && thresholds[0] === 1;
  const numbers = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(thresholds.map(String));
  // the first word that ends with s is what is counted
  return `${numbers} ${isOne && !unit.startsWith("%") ? unit.replace(/s\b/, "") : unit}`;
}

/** Returns "e-mail to lead@example.com; the webhook “Pager”". */
export function sayPlaces({ places }: Pick<Rule, "places">): string {
  return places.length === 0 ? "nobody: only listed here" : places.map(sayPlace).join("; ");
}

/** What is typed into the form. */
export interface RuleDraft extends PlacesDraft {
  name: string;
  kind: Rule["kind"];
  /** Numbers, separated by commas. */
  thresholds: string;
}

export function newRuleDraft(kind: Rule["kind"]): RuleDraft {
  const { name, usual } = KINDS[kind];
  return { name, kind, thresholds: usual, ...NO_PLACES };
}

export function draftOfRule({ name, kind, thresholds, places }: Rule): RuleDraft {
  return { name, kind, thresholds: thresholds.join(", "), ...draftOfPlaces(places) };
}

/** Returns null where a threshold is no number. */
export function thresholdsIn(typed: string): number[] | null {
  const numbers = typed
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map(Number);
  return numbers.length > 0 && numbers.every((number) => number > 0) ? numbers : null;
}

/** Returns null for a draft that cannot be saved. */
export function ruleWishOf({ name, kind, thresholds: typed, ...places }: RuleDraft): RuleWish | null {
  const thresholds = thresholdsIn(typed);
  return thresholds === null ? null : { name: name.trim(), kind, thresholds, places: placesOf(places) };
}
