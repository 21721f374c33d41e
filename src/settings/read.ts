/** Reads the settings once: flags before environment before `scoring.toml` before defaults. */
import { resolve } from "node:path";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import { speakPlainly } from "../vocabulary/wording/plain-flaws.ts";
import type { Environment } from "./environment.ts";
import { fileKey } from "./names.ts";
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "./schema.ts";
import {
  environmentSource,
  fileSource,
  type Flags,
  flagSource,
  type Origin,
  type SettingsProblem,
  type Source,
  usualSource,
} from "./sources.ts";

/** The settings, and for each where it came from. */
export interface LoadedSettings {
  settings: Settings;
  origins: Readonly<Record<SettingName, Origin>>;
}

/**
 * Reads every setting from the places where it can be.
 *
 * @param flags - The command line's flags by name (those that are no settings are ignored) and the environment.
 * @returns All settings, the data directory as an absolute path.
 * @throws Each unknown name with the nearest known one, and each value of the wrong shape.
 */
export function readSettings(
  flags: Flags,
  environment: Environment,
): Result<LoadedSettings, readonly SettingsProblem[]> {
  speakPlainly();
  const outer = [flagSource(flags), environmentSource(environment)];
  const sources = [...outer, fileSource(dataDirectoryOf(outer)), usualSource(environment)];
  const problems = sources.flatMap((source) => source.problems);
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const name of SETTING_NAMES) {
    const raw = sources.map((source) => source.values.get(name)).find((found) => found !== undefined);
    origins[name] = raw?.origin ?? { from: "default", name: fileKey(name) };
    const parsed = SETTINGS.shape[name].safeParse(raw?.value);
    if (parsed.success) values[name] = parsed.data;
    else problems.push({ name: origins[name].name, message: parsed.error.issues[0]?.message ?? "not valid" });
  }
  if (problems.length > 0) return fail(problems);
  const settings = values as Settings;
  return succeed({
    settings: { ...settings, dataDir: resolve(settings.dataDir) },
    origins: origins as Record<SettingName, Origin>,
  });
}

function dataDirectoryOf(sources: readonly Source[]): string {
  const raw = sources.map((source) => source.values.get("dataDir")).find((found) => found !== undefined);
  const parsed = SETTINGS.shape.dataDir.safeParse(raw?.value);
  return resolve(parsed.success ? parsed.data : ".");
}

/** All problems, a line each. */
export function describeSettingsProblems(problems: readonly SettingsProblem[]): string {
  return problems.map(({ name, message }) => `${name}: ${message}`).join("\n");
}
