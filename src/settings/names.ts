/** What a setting is called in each place where it can be, and the name a person probably meant. */
import { SETTING_NAMES, type SettingName } from "./schema.ts";

export const ENVIRONMENT_PREFIX = "SCORING_";

/** `--body-limit-bytes`, without the dashes. */
export function flagName(setting: SettingName): string {
  return words(setting).join("-");
}

/** `SCORING_BODY_LIMIT_BYTES`. */
export function environmentName(setting: SettingName): string {
  return `${ENVIRONMENT_PREFIX}${words(setting).join("_").toUpperCase()}`;
}

/** `body_limit_bytes`. */
export function fileKey(setting: SettingName): string {
  return words(setting).join("_");
}

export const FLAG_NAMES: ReadonlyMap<string, SettingName> = named(flagName);
export const ENVIRONMENT_NAMES: ReadonlyMap<string, SettingName> = named(environmentName);
export const FILE_KEYS: ReadonlyMap<string, SettingName> = named(fileKey);

function words(setting: SettingName): string[] {
  return setting.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

function named(nameOf: (setting: SettingName) => string): Map<string, SettingName> {
  return new Map(SETTING_NAMES.map((setting) => [nameOf(setting), setting]));
}

/**
 * The known name that takes the fewest typing errors to become the given one.
 *
 * @param errors - How many errors are allowed; any number by default.
 * @returns null when there are no names to choose from.
 */
export function nearestName(given: string, known: Iterable<string>, errors = Infinity): string | null {
  const ranked = [...known]
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .filter(({ distance }) => distance <= errors)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.name ?? null;
}

/** Levenshtein's distance, one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
