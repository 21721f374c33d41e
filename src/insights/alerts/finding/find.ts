/** Looks for what each kind of rule watches. A new kind is one more line. */
import type { Database } from "../../../database/open.ts";
import { readRemaking } from "../../../metrics/remaking.ts";
import { isBehind } from "../../../normaliser/caught-up.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { RuleKind } from "../rules/rule.ts";
import { findJudge, findLateStages, findMissingBackup, findRefused } from "./find-machine.ts";
import { findSilence } from "./find-silence.ts";
import { findForecast, findSpend } from "./find-spend.ts";
import { findWaiting } from "./find-waiting.ts";
import type { Finding } from "./finding.ts";
import type { Look } from "./look.ts";

/** How each kind is found, and whether that is read from what people and agents did. */
const FINDERS: Readonly<Record<RuleKind, { find: (look: Look) => Promise<Finding[]>; isOfWork: boolean }>> = {
  spend: { find: findSpend, isOfWork: true },
  forecast: { find: findForecast, isOfWork: true },
  waiting: { find: findWaiting, isOfWork: true },
  silence: { find: findSilence, isOfWork: true },
  refused_senders: { find: findRefused, isOfWork: false },
  judge: { find: findJudge, isOfWork: false },
  stage_behind: { find: findLateStages, isOfWork: false },
  backup: { find: findMissingBackup, isOfWork: false },
};

/**
 * Finds what rules of some kinds are about.
 *
 * @param isKnown - Whether all work that arrived is computed; before, nobody can say what it cost or who is silent.
 * @returns By kind; a kind of which nothing is known now is left out.
 */
export async function findAll(
  look: Look,
  { kinds, isKnown }: { kinds: ReadonlySet<RuleKind>; isKnown: boolean },
): Promise<Map<RuleKind, Finding[]>> {
  const found = new Map<RuleKind, Finding[]>();
  for (const kind of kinds) {
    const { find, isOfWork } = FINDERS[kind];
    if (isKnown || !isOfWork) found.set(kind, await find(look));
  }
  return found;
}

/** Whether what arrived is computed, so that what is missing is really missing. */
export async function isWorkKnown(database: Database, now: Instant): Promise<boolean> {
  return !(await isBehind(database, now)) && (await readRemaking(database)) === null;
}
