/** What the page of the audit log asks for, and what it says of what it found. */
import { ACTION_WORDS, type SaidEntry } from "../../../words/audit/say-entry.ts";
import { formatThings } from "../../../words/numbers.ts";

type Action = SaidEntry["action"];

/** Which entries are wanted; null for all. */
export interface AuditFilter {
  action: Action | null;
  /** Who acted: a developer's id. */
  actor: string | null;
  /** To whom it was done, likewise. */
  target: string | null;
}

/** Every action with its words, in the order of the words. */
export const ACTIONS: readonly { action: Action; words: string }[] = Object.entries(ACTION_WORDS)
  .map(([action, words]) => ({ action: action as Action, words }))
  .toSorted((left, right) => left.words.localeCompare(right.words));

/** Returns null for every action, and for one that is not known. */
export function actionIn(parameter: string | null): Action | null {
  return ACTIONS.find(({ action }) => action === parameter)?.action ?? null;
}

/** Says how many entries there are. */
export function sayFound(shown: number, { isAll, days }: { isAll: boolean; days: number }): string {
  const entries = formatThings(shown, "entry", "entries");
  return isAll ? `${entries} in these ${days} days.` : `The newest ${entries} of these ${days} days.`;
}

/** Whether the filter leaves everything in. */
export function isUnfiltered({ action, actor, target }: AuditFilter): boolean {
  return action === null && actor === null && target === null;
}
