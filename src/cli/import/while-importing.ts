/** Begins and ends an import on the server, so that it learns nothing from half of it. */
import { z } from "zod";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { OWN_SERVER } from "../own-server.ts";
import type { Door } from "./send-line.ts";

const BEGUN = z.object({ id: z.string() });
/** For what a server answers at once. */
const PATIENCE_MS: Milliseconds = 10 * SECOND;

/**
 * Does the work while an import goes on; it ends whatever becomes of the work.
 *
 * @remarks A server that is older or does not answer takes the records all the same. An import that is broken off lapses.
 */
export async function whileImporting<Value>(
  door: Pick<Door, "url" | "key" | "isOwn">,
  work: () => Promise<Value>,
): Promise<Value> {
  const begun = await ask(door, "POST", "");
  try {
    return await work();
  } finally {
    if (begun !== null) await ask(door, "DELETE", `/${begun.id}`);
  }
}

async function ask({ url, key, isOwn }: Pick<Door, "url" | "key" | "isOwn">, method: string, path: string) {
  try {
    const response = await fetch(`${url}/v1/imports${path}`, {
      ...(isOwn && OWN_SERVER),
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return BEGUN.parse(await response.json());
  } catch {
    return null;
  }
}
