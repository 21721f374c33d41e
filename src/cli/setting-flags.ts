/** Settings as flags of commands. */
import { flagName } from "../settings/names.ts";
import { SETTING_NAMES, SETTINGS, type SettingName, SWITCHES } from "../settings/schema.ts";
import type { Flag } from "./command.ts";

/** Lists: each time the flag stands there adds to them. */
const REPEATED: ReadonlySet<SettingName> = new Set(["corsOrigin", "hosts"]);

/** Every setting but the data directory, which is a general flag. */
export function allSettingFlags(): Record<string, Flag> {
  return settingFlags(SETTING_NAMES.filter((name) => name !== "dataDir"));
}

/** The given settings as flags. */
export function settingFlags(names: readonly SettingName[]): Record<string, Flag> {
  return Object.fromEntries(names.map((name) => [flagName(name), settingFlag(name)]));
}

function settingFlag(name: SettingName): Flag {
  const summary = SETTINGS.shape[name].description ?? "";
  if (SWITCHES.has(name)) return { summary, onOff: true };
  const value = (flagName(name).split("-").at(-1) ?? "value").toUpperCase();
  return { summary, value, ...(REPEATED.has(name) && { repeated: true }) };
}
