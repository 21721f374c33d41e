/** The settings as `config print` shows them. */
import { environmentName, fileKey } from "./names.ts";
import type { LoadedSettings } from "./read.ts";
import { SECRETS, SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "./schema.ts";
import type { Origin } from "./sources.ts";
import { formatAddress } from "./values.ts";

/** One setting for a person to read. */
export interface SettingDescription {
  name: string;
  /** A secret that is set shows as stars. */
  value: string | number | boolean | readonly string[] | null;
  from: Origin["from"];
  /** The flag, variable or file that says so; null for a default. */
  place: string | null;
  summary: string;
}

/** Every setting with its value and where it came from. */
export function describeSettings(loaded: LoadedSettings): SettingDescription[] {
  return SETTING_NAMES.map((setting) => {
    const origin = loaded.origins[setting];
    return {
      name: fileKey(setting),
      value: shownValue(setting, loaded.settings[setting]),
      from: origin.from,
      place: origin.from === "default" ? null : origin.name,
      summary: SETTINGS.shape[setting].description ?? "",
    };
  });
}

function shownValue(setting: SettingName, value: Settings[SettingName]): SettingDescription["value"] {
  if (value !== null && SECRETS.has(setting)) return "********";
  if (value === null || Array.isArray(value) || typeof value !== "object") return value;
  return formatAddress(value);
}

/** A secret that is in the list of processes. */
export interface ShownSecret {
  flag: string;
  /** The variable that would hide it; with `_FILE` behind, the one that names a file. */
  variable: string;
}

/** The secrets that were given as flags, which every user of the machine can read. */
export function shownSecrets({ origins }: LoadedSettings): ShownSecret[] {
  return [...SECRETS]
    .filter((setting) => origins[setting].from === "flag")
    .map((setting) => ({ flag: origins[setting].name, variable: environmentName(setting) }));
}
