/** Captured sessions that are joined, purged, and found to be one person's: a rebuild and a rescore say the same. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import { rescore } from "../../src/appliance/rebuild/rescore.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { mergePeople } from "../../src/insights/people/same-person.ts";
import type { Agent } from "../../src/normaliser/dialects/agents.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { HOUR } from "../../src/vocabulary/units.ts";
import { balance, describeDifferences } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import golden from "../golden/sessions-2026.12.json" with { type: "json" };
import { scoring } from "../cli/in-process.ts";
import { joinAll, quietly, readFrom, writingTo } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { startTestAppliance, type TestOrganization } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";
import { localStores } from "../../src/stores.ts";

/** Whole servers start and stop here, on a machine that may be busy. */

type Dump = Record<string, string[]>;

const folder = mkdtempSync(join(tmpdir(), "canonical-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = await Promise.all(
  Object.keys(golden.runs).map(async (name) => [name, await readRun(name)] as const),
);
const newest = Math.max(...RUNS.flatMap(([, requests]) => requests).map(({ ts }) => Date.parse(ts)));
/** By then everything is closed for good, so nothing changes but what a test changes. */
const engineClockAheadMs = newest + 25 * HOUR - systemClock();
const parts = { ...quietly, clock: () => systemClock() + engineClockAheadMs };

/** Who sends the runs of an agent; nobody's records say more than the key where it is bound to nobody. */
const SENDERS: Record<string, string | undefined> = { codex: "ann@example.com", gemini: "bob@example.com" };

const sent = join(folder, "sent");
let organization: TestOrganization;

beforeAll(async () => {
  const appliance = await startTestAppliance({ directory: sent, engineClockAheadMs });
  organization = await appliance.addOrganization();
  for (const [agent, runs] of Map.groupBy(RUNS, ([name]) => name.split("-")[0] ?? name)) {
    const developer = SENDERS[agent];
    const { key } = await organization.addKey({ name: agent, ...(developer !== undefined && { developer }) });
    for (const request of runs.flatMap(([, requests]) => requests))
      expect((await sendAsCaptured(appliance, request, key)).status).toBe(200);
  }
  await appliance.settled();
  await appliance.stop();
});

/** What may happen to a directory; each step leaves it at rest. */
const STEPS: Record<string, (directory: string) => Promise<unknown>> = {
  joins: joinAll,
  "a purge": async (directory) => {
    const whose = ["--org", organization.id, "--developer", "ann@example.com"];
    expect(await scoring(["purge", "--data-dir", directory, ...whose])).toMatchObject({ code: 0 });
  },
  "a merge": async (directory) => {
    const from = await ownerOf(directory, "qwen");
    await writingTo(directory, async (database) => {
      const asked = { organizationId: organization.id, from, into: "bob@example.com" };
      const merged = await inTransaction(database, "full", (transaction) => mergePeople(transaction, asked));
      expect(merged.ok).toBe(true);
    });
  },
  "a name for a shared key": async (directory) => {
    const whose = ["--org", organization.id, "--developer", await ownerOf(directory, "opencode")];
    expect(await scoring(["keys", "create", "--data-dir", directory, ...whose])).toMatchObject({ code: 0 });
  },
};

/** Returns the id of the developer whose the agent's sessions are. */
async function ownerOf(directory: string, agent: Agent): Promise<string> {
  const row = await readFrom(directory, (database) =>
    wholeSchema(database)
      .selectFrom("metrics")
      .select("developer")
      .where("agent", "=", agent)
      .executeTakeFirstOrThrow(),
  );
  return row.developer;
}

const HISTORIES = [
  [],
  ["joins"],
  ["a purge"],
  ["a merge"],
  ["a name for a shared key"],
  ["joins", "a merge", "a purge"],
  ["a purge", "a name for a shared key", "joins"],
];

describe.each(HISTORIES.map((steps) => [steps.join(" and ") || "nothing else", steps] as const))(
  "captured sessions after %s",
  (name, steps) => {
    const directory = join(folder, name);
    let dump: Dump;

    beforeAll(async () => {
      cpSync(sent, directory, { recursive: true });
      for (const step of steps) await STEPS[step]?.(directory);
      const appliance = await startTestAppliance({ directory, engineClockAheadMs });
      await appliance.settled();
      dump = await canonicalDump(appliance.database);
      await appliance.stop();
    });

    test("have rows", () => {
      const sessions = Object.values(golden.runs).flatMap((run) => run.sessions as { agent: string }[]);
      const left = sessions.filter(({ agent }) => agent !== "codex" || !steps.includes("a purge"));
      expect(dump["assembled_sessions"]).toHaveLength(left.length);
    });

    test("give the same rows when they are rebuilt", async () => {
      await rebuild(localStores(directory), parts);
      expect(await readFrom(directory, canonicalDump)).toEqual(dump);
      expect(describeDifferences(balance(await readFrom(directory, readFigures), null))).toEqual([]);
    });

    test("give the same rows when they are rescored", async () => {
      await rescore(localStores(directory), { from: 0, to: systemClock() }, parts);
      expect(await readFrom(directory, canonicalDump)).toEqual(dump);
      expect(describeDifferences(balance(await readFrom(directory, readFigures), null))).toEqual([]);
    });
  },
);
