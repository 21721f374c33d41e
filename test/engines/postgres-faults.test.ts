/** Statements to PostgreSQL that break: scripts/postgres-faults.ts breaks all of them, one in each pass. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Ledger } from "../../src/judge/ledger.ts";
import { readMonth } from "../../src/judge/ledger-table.ts";
import { STATUS_ANSWER } from "../../src/http/self/status-answer.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { openAt } from "../database/postgres/open-postgres.ts";
import { eventually } from "../eventually.ts";
import { wholeSchema } from "../whole-schema.ts";
import { isSkipped } from "../skipped.ts";
import { BrokenPasses, isCommit, isOfTheTest } from "./broken-passes.ts";
import { findPostgres } from "./postgres.ts";
import type { SentStatement, StatementFault } from "./postgres-proxy.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";
const FAULTS: readonly StatementFault[] = [
  "before",
  "after",
  ...["40001", "40P01", "57P01"].map((state) => ({ state })),
];
const BROKEN_AT_ONCE = 10;

describe.skipIf(isSkipped(missing === "", missing))("while statements to PostgreSQL break", () => {
  let passes: BrokenPasses;
  let statements: readonly string[] = [];
  beforeAll(async () => {
    if ("programs" in found) passes = await BrokenPasses.start(found.programs);
    const { statements: seen, problems } = await passes.pass();
    expect(problems).toEqual([]);
    statements = [...seen].toSorted();
  }, 600_000);
  afterAll(() => passes?.stop());

  test("nothing is lost, doubled or blamed where no commit is answered", async () => {
    const commits = statements.filter(isCommit);
    const { broken, problems } = await passes.pass(new Map(commits.map((name) => [name, "after"])));
    expect(broken.size).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  }, 600_000);

  test("nothing is lost, doubled or blamed by any other fault, and a server without room is waited for", async () => {
    const refusals = ["53300", "57P03"];
    passes.proxy.refuse = (application) => (isOfTheTest(application) ? null : (refusals.shift() ?? null));
    const step = Math.floor(statements.length / BROKEN_AT_ONCE);
    const chosen = statements.filter((_, place) => place % step === 0);
    const fault = (place: number) => FAULTS[place % FAULTS.length] ?? "before";
    const { problems } = await passes.pass(new Map(chosen.map((name, place) => [name, fault(place)])));
    expect(refusals).toEqual([]);
    expect(problems).toEqual([]);
  }, 600_000);

  test.each<StatementFault>(["before", { state: "40P01" }, { state: "57P01" }, { state: "53200" }])(
    "who asks gets a plain 503 without words of the database: %p",
    async (fault) => {
      const { id, key } = await passes.appliance.addOrganization();
      const isAsked = ({ text }: SentStatement) => text.includes('from "metrics"');
      passes.proxy.decide = (statement) => (isAsked(statement) ? fault : null);
      const answer = await passes.appliance.get("/scoring/metrics?from=2000-01-01T00:00:00Z", key);
      passes.proxy.decide = () => null;
      expect(answer.status).toBe(503);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      const text = await answer.text();
      expect(text).not.toMatch(/select|asked for|postgres|5432/i);
      expect(text).not.toContain(id);
    },
  );

  test("a call of the judge model is counted once, though the commit of its line is not answered", async () => {
    const database = openAt(passes.proxy.url, "engine");
    const parts = { database, clock: () => 0, log: silentLog, organizationShare: null };
    const ledger = await Ledger.open({ ...parts, countOrganizations: async () => 1 });
    let tries = 0;
    passes.proxy.decide = ({ text, before }) => {
      if (text.includes('into "judge_calls"')) tries += 1;
      return tries === 1 && isCommit(text) && before.includes("judge_shares") ? "after" : null;
    };
    const spent = { inputTokens: 1, outputTokens: 1, cost: 1, latencyMs: 1 };
    ledger.note({ at: 0, organization: "o", purpose: "rubric", model: "m", end: "answered", ...spent });
    await eventually(async () => tries > 1);
    await ledger.settled();
    passes.proxy.decide = () => null;
    expect((await readMonth(database, 0)).calls).toBe(1);
    await database.destroy();
  });

  test("the status says in time what it knows, and what it does not, while the server hangs", async () => {
    const { admin } = await passes.appliance.addOrganization();
    passes.proxy.stall(true);
    const askedAt = performance.now();
    const answer = await passes.appliance.get("/v1/admin/status", admin);
    const tookMs = performance.now() - askedAt;
    passes.proxy.stall(false);
    expect(answer.status).toBe(200);
    const status = STATUS_ANSWER.parse(await answer.json());
    expect(status).toMatchObject({ status: "not_ready", unanswered: ["database"], books: null });
    expect(status.stages.find(({ stage }) => stage === "stream")).toMatchObject({ ready: true });
    expect(tookMs).toBeLessThan(8 * SECOND); // it may take 4 s, and each query another 10 s
  }, 60_000);

  test("a key that is made while its commit is not answered is there once, and its maker gets it", async () => {
    const { id, admin } = await passes.appliance.addOrganization();
    let isBroken = false;
    passes.proxy.decide = (statement) => {
      if (isBroken || isOfTheTest(statement.application) || statement.text !== "commit") return null;
      isBroken = true;
      return "after";
    };
    const answer = await passes.appliance.send("/v1/admin/keys", { name: "again", role: "member" }, admin);
    passes.proxy.decide = () => null;
    expect(isBroken).toBe(true);
    expect(answer.status).toBe(201);
    const rows = wholeSchema(passes.appliance.database);
    const keys = await rows.selectFrom("keys").selectAll().where("organization_id", "=", id).execute();
    expect(keys.filter(({ name }) => name === "again")).toHaveLength(1);
    const entries = await rows
      .selectFrom("audit_entries")
      .selectAll()
      .where("organization", "=", id)
      .execute();
    expect(entries.map(({ result }) => result)).toEqual(["done"]);
  });
});
