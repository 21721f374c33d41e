/** Which judge model was checked, and whether it may judge where a check is required. */
import type { Database } from "../../database/open.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { type WeakCheck, weakChecks } from "./trial-figures.ts";
import { readTrial, type Trial } from "./trials-table.ts";

/** A model at an address: the same name at another one is another model. */
export interface CheckedModel {
  model: string;
  /** Follows from the address, and does not give it away. */
  endpoint: string;
}

/** What the settings say of checks. */
export interface CheckSettings {
  /** null without a judge model. */
  endpoint: string | null;
  /** Whether nothing is judged until a check passed. */
  isRequired: boolean;
}

/**
 * Returns the form in which the database keeps an address.
 *
 * @param baseUrl - null for none.
 */
export function endpointOf(baseUrl: string | null): string | null {
  return baseUrl === null ? null : derivedId("endpoint", baseUrl);
}

/** Returns the check of this model at this address with today's rubric; null when there was none. */
export async function readCheck(
  database: Database,
  { model, endpoint }: CheckedModel,
): Promise<Trial | null> {
  const trial = await readTrial(database, model, RUBRIC_VERSION);
  return trial?.endpoint === endpoint ? trial : null;
}

/** Returns the checks whose marks say little; a check with none has passed. */
export function weakOf({ figures }: Trial): WeakCheck[] {
  return weakChecks(figures);
}

/**
 * Returns whether the model may judge.
 *
 * @param model - null for no model.
 */
export async function mayJudge(
  database: Database,
  model: string | null,
  { endpoint, isRequired }: CheckSettings,
): Promise<boolean> {
  if (!isRequired) return true;
  if (model === null || endpoint === null) return false;
  const trial = await readCheck(database, { model, endpoint });
  return trial !== null && weakOf(trial).length === 0;
}
