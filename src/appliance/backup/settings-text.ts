/** The settings file as a backup keeps it: without the secrets in it, and without engines that the copy is not on. */
import { ENGINE_SETTINGS } from "../../settings/engines.ts";
import { fileKey } from "../../settings/names.ts";
import { SECRETS } from "../../settings/schema.ts";

/**
 * Returns the text without its secrets and the settings of engines; null when one cannot be removed, so that the file
 * has to be left out.
 *
 * @param text - The text of `scoring.toml`.
 */
export function withoutSecrets(text: string): string | null {
  const engines = Object.keys(ENGINE_SETTINGS) as (keyof typeof ENGINE_SETTINGS)[];
  const keys = [...SECRETS, ...engines].map(fileKey);
  const lines = text.split("\n");
  const left = lines.filter((line) => !keys.includes(keyIn(line))).join("\n");
  return holdsNone(left, keys) ? left : null;
}

function keyIn(line: string): string {
  const [key = ""] = line.split("=", 1);
  return key.trim().replaceAll(/["']/g, "");
}

function holdsNone(text: string, keys: readonly string[]): boolean {
  try {
    const settings = Bun.TOML.parse(text) as Record<string, unknown>;
    return keys.every((key) => settings[key] === undefined);
  } catch {
    return false; // what is left is not TOML
  }
}
