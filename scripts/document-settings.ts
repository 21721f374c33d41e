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

/** Returns one row a setting: its names, its values with their unit, its default, what it is for. */
export function settingRows(): string[][] {
  const defaults = SETTINGS.parse({});
  return SETTING_NAMES.map((setting) => [
    fileKeyOf(setting),
    `\`--${flagName(setting)}\``,
    variablesOf(setting),
    valuesOf(setting),
    shown(setting, defaults[setting]),
    SETTINGS.shape[setting].description ?? "",
  ]);
}

function fileKeyOf(setting: SettingName): string {
  return setting === "dataDir" ? "–" : `\`${fileKey(setting)}\``;
}

function variablesOf(setting: SettingName): string {
  const name = environmentName(setting);
  return SECRETS.has(setting) ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
}

const UNITS: readonly [RegExp, string][] = [
  [/Bytes$/, "bytes, or a size such as `20MiB`"],
  [/Ms$/, "milliseconds"],
  [/Days$/, "days"],
  [/Share$/, "0 to 1"],
  [/PerMinute$|Items$|Chars$|Concurrency$|Tokens$/, "a whole number"],
  [/Usd$/, "US dollars"],
  [/[lL]isten$/, "host:port"],
  [/Url$/, "URL"],
  [/Dir$/, "directory"],
  [/File$|^tls/, "path"],
];

function valuesOf(setting: SettingName): string {
  const unit = UNITS.find(([ending]) => ending.test(setting))?.[1];
  if (unit !== undefined) return unit;
  const value = SETTINGS.shape[setting].unwrap();
  if (value instanceof z.ZodEnum) return value.options.join(", ");
  if (typeof SETTINGS.parse({})[setting] === "boolean") return "true, false";
  return Array.isArray(SETTINGS.parse({})[setting]) ? "list" : "text";
}

function shown(setting: SettingName, value: Settings[SettingName]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "–";
  if (typeof value === "object" && "port" in value) return `\`${formatAddress(value)}\``;
  if (typeof value === "number" && setting.endsWith("Bytes")) return `\`${sizeOf(value)}\``;
  return `\`${String(value)}\``;
}

function sizeOf(bytes: number): string {
  const exponent = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 1024 ** exponent}${["B", "KiB", "MiB", "GiB", "TiB"][exponent]}`;
}

if (import.meta.main) {
  const titles = ["In `scoring.toml`", "Flag", "Environment", "Values", "Default", "What it is for"];
  const lines = [titles, titles.map(() => "---"), ...settingRows()].map(
    (cells) => `| ${cells.join(" | ")} |`,
  );
  const document = await Bun.file(DOCUMENT).text();
  await Bun.write(DOCUMENT, document.replace(TABLE, `\n${lines.join("\n")}\n\n`));
}
