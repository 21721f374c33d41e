/** A database on PostgreSQL that is older than its objects: what it takes in gives the rows that one machine has of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import type { Database } from "../../src/database/engine.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { insertOrganization } from "../../src/identity/organizations/table.ts";
import { rescoreNext } from "../../src/normaliser/rescore/rescore.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { keyValues } from "../../src/vocabulary/sending/otlp-values.ts";
import { HOUR, SECOND } from "../../src/vocabulary/units.ts";
import { runRound } from "../../src/writer/upkeep/keep.ts";
import { settleObjects } from "../../src/writer/upkeep/settle.ts";
import { canonicalDump } from "../appliance/canonical-dump.ts";
import { addDatabase, openAt } from "../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import { isSkipped } from "../skipped.ts";
import { EMPTY_STREAM, Holding, logsBody, STREAM_MADE_AT } from "../writer/upkeep/holding.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing))("a database that is older than its objects", () => {
  let server: PostgresServer;
  /** It has all of it, on one machine. */
  let whole: Holding;
  let older: Holding;

  beforeAll(async () => {
    if ("programs" in found) server = await startPostgres(found.programs);
  }, 600_000);

  afterAll(() => server?.stop());

  beforeEach(async () => {
    whole = await Holding.open();
    const database = openAt(await addDatabase(server), "write");
    await prepareDatabase(database);
    older = await Holding.open(mkdtempSync(join(tmpdir(), "holding-")), undefined, database);
    for (const holding of [whole, older])
      for (const id of ["o", "p"])
        await inTransaction(holding.database, "full", (transaction) =>
          insertOrganization(transaction, { id, name: id, secret: "s", createdAt: 0 }),
        );
  }, 600_000);

  afterEach(async () => {
    await whole.close();
    await older.close();
  }, 600_000);

  test("examines again what it takes in before its position", async () => {
    await send([whole, older], "o", "a");
    await send([whole], "o", "b");
    await send([older], "p", "b");
    await send([whole, older], "o", "c");
    await examineBoth();
    await takeInFilesOfWhole();
    await expectTheSameOf("o");
  });

  test("has of files that were joined since what is new, and nothing twice", async () => {
    await send([whole, older], "o", "a");
    await send([whole, older], "o", "b");
    await examineBoth();
    for (const text of ["c", "d"]) await send([whole], "o", text);
    await joinAll();
    rmSync(join(older.directory, "objects"), { recursive: true });
    await takeInFilesOfWhole();
    await expectTheSameOf("o");
  });

  /** One prompt, an answer and what it cost. */
  async function send(into: readonly Holding[], organizationId: string, text: string): Promise<void> {
    for (const holding of into) {
      const bodies = bodiesOf(text, holding.now);
      await holding.write(bodies, { organizationId, keyId: "key-1" });
      holding.now += SECOND;
    }
  }

  async function examineBoth(): Promise<void> {
    for (const holding of [whole, older]) {
      await holding.examine();
      await measure(holding);
    }
  }

  /** All files of an hour become one, and the others go. */
  async function joinAll(): Promise<void> {
    await whole.examine();
    for (let round = 0; round < 3; round += 1) {
      whole.now += HOUR;
      await runRound(whole.parts());
    }
    expect(whole.files()).toHaveLength(3);
  }

  async function takeInFilesOfWhole(): Promise<void> {
    cpSync(join(whole.directory, "objects"), join(older.directory, "objects"), { recursive: true });
    older.now = whole.now;
    await settleObjects(older.parts(), EMPTY_STREAM);
    expect(await older.differences()).toEqual([]);
    await older.examine();
    const { database, objects } = older;
    while ((await rescoreNext({ database, objects, streamCreatedAt: STREAM_MADE_AT })) !== null);
  }

  async function expectTheSameOf(organization: string): Promise<void> {
    expect(await older.differences()).toEqual([]);
    expect(await older.texts(organization)).toEqual(await whole.texts(organization));
    await whole.examine();
    await measure(whole);
    await measure(older);
    expect(await rowsOf(older.database, organization)).toEqual(await rowsOf(whole.database, organization));
  }
});

function bodiesOf(text: string, at: number): unknown[] {
  const resource = { attributes: keyValues({ "service.name": "claude-code" }) };
  const attributes = { "event.name": "user_prompt", "prompt.id": text, prompt: `please do ${text}` };
  const request = {
    "event.name": "api_request",
    "prompt.id": text,
    input_tokens: "7",
    output_tokens: "5",
    model: "m",
  };
  const said = [attributes, request].map((each) => ({ session: "s", at, text, attributes: each }));
  const dataPoints = ["added", "removed"].map((type, index) => ({
    timeUnixNano: `${at}000000`,
    startTimeUnixNano: `${at - 1}000000`,
    asDouble: index + 3,
    attributes: keyValues({ "session.id": "s", type }),
  }));
  const sum = { dataPoints, aggregationTemporality: 1, isMonotonic: true };
  const metrics = [{ name: "claude_code.lines_of_code.count", sum }];
  const spans = [
    {
      traceId: at.toString(16).padStart(32, "0"),
      spanId: at.toString(16).padStart(16, "0"),
      name: "claude_code.llm_request",
      startTimeUnixNano: `${at}000000`,
      endTimeUnixNano: `${at + 900}000000`,
      attributes: keyValues({ "session.id": "s" }),
    },
  ];
  return [
    logsBody(said, { "service.name": "claude-code" }),
    { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] },
    { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] },
  ];
}

async function measure(holding: Holding): Promise<void> {
  const { database } = holding;
  const measurer = new Measurer({
    database,
    clock: () => holding.now,
    prices: loadPrices({ pricesFile: null }),
    outages: () => [],
  });
  for (let round = await measurer.round(); round.measured > 0 || round.more;) round = await measurer.round();
}

async function rowsOf(database: Database, organization: string): Promise<Record<string, string[]>> {
  const dump = await canonicalDump(database);
  const own = (row: string) => (JSON.parse(row) as { organization?: string }).organization === organization;
  return Object.fromEntries(Object.entries(dump).map(([table, rows]) => [table, rows.filter(own)]));
}
