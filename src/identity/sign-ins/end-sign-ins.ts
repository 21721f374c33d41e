/** Ends sign-ins from a list: of another browser, or of all others. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { selectNamedSignIns, type WhoseSignIns } from "./listed-table.ts";
import type { SignedIn } from "./signed-in.ts";
import { deleteSignIn } from "./table.ts";

/**
 * Ends one sign-in.
 *
 * @returns Whose it was.
 * @throws `unknown_sign_in` when the asking key, account or organization has none with that id.
 */
export async function endListedSignIn(
  transaction: Database,
  { id, ...whose }: WhoseSignIns & { id: string },
): Promise<Result<SignedIn, { kind: "unknown_sign_in" }>> {
  const found = (await selectNamedSignIns(transaction, whose)).find((signIn) => signIn.id === id);
  if (found === undefined) return fail({ kind: "unknown_sign_in" });
  await deleteSignIn(transaction, found.hash);
  return succeed(found.who);
}

/**
 * Ends all sign-ins but one.
 *
 * @returns How many.
 * @remarks Takes the hash of the token of the one that goes on; null for none.
 */
export async function endOtherSignIns(
  transaction: Database,
  { currentHash, ...whose }: WhoseSignIns & { currentHash: string | null },
): Promise<{ ended: number }> {
  const found = await selectNamedSignIns(transaction, whose);
  const others = found.filter(({ hash }) => hash !== currentHash);
  for (const { hash } of others) await deleteSignIn(transaction, hash);
  return { ended: others.length };
}
