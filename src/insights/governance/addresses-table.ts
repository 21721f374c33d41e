/** The e-mail addresses of developers. */
import type { Database } from "../../database/open.ts";
import { ALIASES, DEVELOPERS } from "../../identity/developers/table.ts";
import { tables } from "../../database/table-shape.ts";

/** Returns every address by which the developers are known, in small letters. */
export async function selectAddresses(database: Database, developers: readonly string[]): Promise<string[]> {
  const view = tables(database, ALIASES, DEVELOPERS);
  const aliases = await view
    .selectFrom("aliases")
    .select("value")
    .where("kind", "=", "user.email")
    .where("developer_id", "in", developers)
    .execute();
  const named = await view.selectFrom("developers").select("email").where("id", "in", developers).execute();
  const addresses = [...aliases.map(({ value }) => value), ...named.map(({ email }) => email)];
  return [...new Set(addresses.flatMap((address) => (address === null ? [] : [address.toLowerCase()])))];
}
