/** Where restored settings have the server connect to: whoever restores another's backup should see that. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileKey } from "../../settings/names.ts";

/** The settings to whose addresses the server connects without being asked. */
const OUTWARD = (["llmBaseUrl"] as const).map((name) => fileKey(name));

/**
 * Reads the addresses in the settings file of a data directory.
 *
 * @param dataDir - The directory; without a settings file there is none.
 * @returns By the setting's name in the file.
 */
export function addressesIn(dataDir: string): Record<string, string> {
  const path = join(dataDir, "scoring.toml");
  if (!existsSync(path)) return {};
  const settings = parsed(readFileSync(path, "utf8"));
  const found = OUTWARD.map((name): [string, unknown] => [name, settings[name]]);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** What is no TOML stops the server's start, which says so. */
function parsed(text: string): Record<string, unknown> {
  try {
    return Bun.TOML.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
