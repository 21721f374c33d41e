/** The entry by which an agent asks this server over HTTP, as settings in JSON hold it. */
import type { Destination, SettingsText, UserFile } from "./declaration.ts";

/** Where the entry belongs. */
interface EntryPlace {
  place: string;
  file: UserFile;
  /** The member that holds all entries. */
  among: string;
  /** What the agent calls the address. */
  address: "url" | "httpUrl";
  /** What else it wants in an entry. */
  extra?: Readonly<Record<string, unknown>>;
}

/** Returns the settings that make an agent ask this server. */
export function mcpEntry({ endpoint, key }: Destination, entry: EntryPlace): SettingsText {
  const { place, file, among, address, extra } = entry;
  const headers = { Authorization: `Bearer ${key}` };
  const settings = { [among]: { scoring: { ...extra, [address]: `${endpoint}/mcp`, headers } } };
  return { place, format: "json", text: JSON.stringify(settings, null, 2), file };
}
