/** Settings as flags of commands. */
import { z } from "zod";
import { flagName } from "../settings/names.ts";
import { SECRETS, SETTING_NAMES, SETTINGS, type SettingName, SWITCHES } from "../settings/schema.ts";
import { formatAddress } from "../settings/values.ts";
import type { Flag } from "./command.ts";

/** Lists: each time the flag is there adds to them. */
const REPEATED: ReadonlySet<SettingName> = new Set([
  "corsOrigin",
  "hosts",
  "labels",
  "oidcDomains",
  "oidcAdminGroups",
  "oidcLeadGroups",
  "engineUrl",
  "natsUrl",
]);

/** Every setting but the data directory, which is a general flag. */
export function allSettingFlags(): Record<string, Flag> {
  return settingFlags(SETTING_NAMES.filter((name) => name !== "dataDir"));
}

/** The given settings as flags. */
export function settingFlags(names: readonly SettingName[]): Record<string, Flag> {
  return Object.fromEntries(names.map((name) => [flagName(name), settingFlag(name)]));
}

function settingFlag(name: SettingName): Flag {
  const usual = usualOf(name);
  const words = SETTINGS.shape[name].description ?? "";
  const summary = usual === null ? words : `${words.replace(/\.$/, "")} (default ${usual}).`;
  if (SWITCHES.has(name)) return { summary, onOff: true };
  return { summary, value: placeholderOf(name), ...(REPEATED.has(name) && { repeated: true }) };
}

/** What stands for the value in help: what kind of thing it is. */
const PLACEHOLDERS: readonly [RegExp, string][] = [
  [/Bytes$/, "SIZE"],
  [/Ms$/, "MILLISECONDS"],
  [/Days$/, "DAYS"],
  [/Share$/, "SHARE"],
  [/Usd$/, "DOLLARS"],
  [/PerMinute$|Items$|Chars$|Concurrency$|Tokens$|Replicas$|Pool$/, "NUMBER"],
  [/[lL]isten$/, "HOST:PORT"],
  [/Url$|Issuer$|Endpoint$|^objects$|^database$/, "URL"],
  [/^oidcDomains$/, "DOMAIN"],
  [/^oidc\w+Groups$/, "GROUP"],
  [/File$|^tls|Ca$|^natsCredentials$/, "FILE"],
  [/^(hosts|labels)$/, "NAME"],
  [/^trustedProxies$/, "ADDRESS"],
  [/^corsOrigin$/, "URL"],
];

function placeholderOf(name: SettingName): string {
  const choices = SETTINGS.shape[name].unwrap();
  if (choices instanceof z.ZodEnum) return choices.options.join("|");
  const known = PLACEHOLDERS.find(([ending]) => ending.test(name))?.[1];
  return known ?? (flagName(name).split("-").at(-1) ?? "value").toUpperCase();
}

/** Returns null where nothing is set, and for what is on or off without being said. */
function usualOf(name: SettingName): string | null {
  const value = SETTINGS.parse({})[name];
  if (value === null || value === false || SECRETS.has(name) || Array.isArray(value)) return null;
  if (typeof value === "object") return "port" in value ? formatAddress(value) : null;
  if (value === true) return "on";
  return name.endsWith("Bytes") ? sizeOf(Number(value)) : String(value);
}

function sizeOf(bytes: number): string {
  const exponent = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 1024 ** exponent}${["B", "KiB", "MiB", "GiB", "TiB"][exponent]}`;
}
