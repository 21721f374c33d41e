/** `scoring sign-ins`: what it refuses first, then the list and signing out. */
import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { startSignIn } from "../../../src/identity/sign-ins/sign-in.ts";
import { NOW } from "../../identity/identity-database.ts";
import { dataDirectory } from "../command-line.ts";
import { run } from "../in-process.ts";

const { directory } = await dataDirectory();
const signIns = (...args: string[]) => run(["sign-ins", ...args, "--data-dir", directory]);

async function signIn(client: string): Promise<string> {
  const listed = await run(["keys", "list", "--json", "--data-dir", directory]);
  const { keys } = JSON.parse(listed.out) as { keys: { id: string; role: string }[] };
  // made in one moment, the first keys come in any order
  const admin = keys.find(({ role }) => role === "admin");
  const database = openDatabaseOf(localStores(directory), "write");
  const known = { way: "key", client, address: "192.0.2.7", hours: 12 } as const;
  const started = await inTransaction(database, "full", (transaction) =>
    startSignIn(transaction, { who: { keyId: admin?.id ?? "" }, ...known }, NOW),
  );
  await database.destroy();
  return started.signInId;
}

describe("scoring sign-ins", () => {
  test("needs an id or --all to end, and not both", async () => {
    for (const args of [["end"], ["end", "x", "--all"]]) {
      const ended = await signIns(...args);
      expect([ended.code, ended.out]).toEqual([2, ""]);
      expect(ended.err).toContain("give the id of a sign-in or --all");
    }
    expect((await signIns("end", "x")).err).toContain("unknown sign-in: x");
  });

  test("lists those in force, ends one, and then all", async () => {
    expect((await signIns("list")).out).toContain("Nobody is signed in.");
    const first = await signIn("Firefox on Linux");
    for (const client of ["Safari on macOS", "Chrome on Windows"]) await signIn(client);
    const { out } = await signIns("list");
    expect(out).toMatch(/first admin key +key +Firefox on Linux +192\.0\.2\.7/);
    expect((await signIns("end", first)).out).toContain("1 browser signed out.");
    const listed = JSON.parse((await signIns("list", "--json")).out) as { signIns: { client: string }[] };
    expect(listed.signIns.map(({ client }) => client).toSorted()).toEqual([
      "Chrome on Windows",
      "Safari on macOS",
    ]);
    expect((await signIns("end", "--all")).out).toContain("2 browsers signed out.");
    expect((await signIns("list")).out).toContain("Nobody is signed in.");
    expect((await run(["audit", "list", "--data-dir", directory])).out).toContain("Ended sign-ins");
  });
});
