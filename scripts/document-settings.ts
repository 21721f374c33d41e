/**
 * Writes the table of settings into docs/configuration.md, from src/settings/schema.ts: bun scripts/document-settings.ts
 *
 * `test/documents.test.ts` compares the two, so a new setting is documented or the test fails.
 */
import { z } from "zod";
import { environmentName, fileKey, flagName } from "../src/settings/names.ts";
import { SECRETS, SETTING_NAMES, SETTINGS, type SettingName, type Settings } from "../src/settings/schema.ts";
import { formatAddress } from "../src/settings/values.ts";

const DOCUMENT = "docs/configuration.md";
const TABLE = /(?<=<!-- settings -->\n)[^]*(?=<!-- \/settings -->)/;

/** The tables of the page, each with the setting that it begins with. */
const GROUPS: readonly [SettingName, string][] = [
  ["dataDir", "Server"],
  ["bodyLimitBytes", "Limits and storage"],
  ["captureMode", "Privacy"],
  ["pricesFile", "Prices and judge model"],
  ["signInHours", "Signing in, and OpenID Connect"],
  ["slackClientId", "Slack, e-mail and webhooks"],
  ["role", "Past one machine"],
];

/** Returns one row for each setting: its name, its values with their unit and the default in brackets, what it is for. */
export function settingRows(): string[][] {
  return SETTING_NAMES.map(rowOf);
}

function rowOf(setting: SettingName): string[] {
  const preset = shown(setting, SETTINGS.parse({})[setting]);
  const values = preset === null ? valuesOf(setting) : `${valuesOf(setting)} (${preset})`;
  return [nameOf(setting), values, SETTINGS.shape[setting].description ?? ""];
}

function nameOf(setting: SettingName): string {
  if (setting === "dataDir") return `\`--${flagName(setting)}\`, \`${environmentName(setting)}\``;
  return SECRETS.has(setting) ? `\`${fileKey(setting)}\` (secret)` : `\`${fileKey(setting)}\``;
}

const UNITS: readonly [RegExp, string][] = [
  [/Bytes$/, "size"],
  [/Ms$/, "milliseconds"],
  [/Days$/, "days"],
  [/Hours$/, "hours"],
  [/Share$/, "0 to 1"],
  [/PerMinute$|Items$|Chars$|Concurrency$|Tokens$|Replicas$|Pool$/, "number"],
  [/Usd$/, "US dollars"],
  [/[lL]isten$/, "host:port"],
  [/^(engine|nats)Url$/, "list of URLs"],
  [/Url$|Issuer$|Endpoint$|^objects$|^database$/, "URL"],
  [/Dir$/, "directory"],
  [/File$|^tls|Ca$|^natsCredentials$/, "path"],
];

function valuesOf(setting: SettingName): string {
  const unit = UNITS.find(([ending]) => ending.test(setting))?.[1];
  if (unit !== undefined) return unit;
  const value = SETTINGS.shape[setting].unwrap();
  if (value instanceof z.ZodEnum) return value.options.join(", ");
  if (typeof SETTINGS.parse({})[setting] === "boolean") return "true, false";
  return Array.isArray(SETTINGS.parse({})[setting]) ? "list" : "text";
}

function shown(setting: SettingName, value: Settings[SettingName]): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === "object" && "port" in value) return `\`${formatAddress(value)}\``;
  if (typeof value === "number" && setting.endsWith("Bytes")) return `\`${sizeOf(value)}\``;
  return `\`${String(value)}\``;
}

function sizeOf(bytes: number): string {
  const exponent = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 1024 ** exponent}${["B", "KiB", "MiB", "GiB", "TiB"][exponent]}`;
}

if (import.meta.main) {
  const starts = GROUPS.map(([first]) => SETTING_NAMES.indexOf(first));
  const tables = GROUPS.map(([, title], index) => {
    const rows = settingRows().slice(starts[index], starts[index + 1]);
    const titles = [title, "Values", "What it is for"];
    return [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  });
  const document = await Bun.file(DOCUMENT).text();
  await Bun.write(DOCUMENT, document.replace(TABLE, `\n${tables.join("\n\n")}\n\n`));
}
