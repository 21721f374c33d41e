/** Makes words and paths comparable without keeping them: each becomes a keyed hash. */
import type { Database } from "../../database/open.ts";
import type { Trace } from "../../metrics/kinds/read-turns.ts";
import { selectSecret } from "../../identity/organizations/table.ts";

/** More texts than the sessions of a batch have; live sessions are traced again and again. */
const REMEMBERED = 50_000;
const HASH_CHARS = 11;

/** By organization, whose secret never changes. */
const organizations = new Map<string, Trace>();

/** Returns the function of an organization, which uses its secret: nobody else can make the same hashes. */
export async function traceOf(database: Database, organization: string): Promise<Trace> {
  const known = organizations.get(organization);
  if (known !== undefined) return known;
  const secret = await selectSecret(database, organization);
  if (secret === null) throw new Error(`BUG: no organization ${organization}`);
  const trace = traceWith(secret);
  organizations.set(organization, trace);
  return trace;
}

function traceWith(secret: string): Trace {
  /** By text. */
  const hashes = new Map<string, string>();
  return (text) => {
    const found = hashes.get(text);
    if (found !== undefined) return found;
    if (hashes.size >= REMEMBERED) hashes.clear();
    const hash = new Bun.CryptoHasher("sha256", secret).update("turn\n").update(text).digest("base64url");
    const short = hash.slice(0, HASH_CHARS);
    hashes.set(text, short);
    return short;
  };
}
