import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compact } from "../../../src/database/sqlite/erase.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { findDeveloper } from "../../../src/identity/developers/directory.ts";
import { reconcileJournal } from "../../../src/insights/governance/journal-file.ts";
import { savePurge, selectPurges } from "../../../src/insights/governance/journal-table.ts";
import { Purging } from "../../../src/insights/governance/keep-purging.ts";
import { beginPurge, countPurge, type PurgeParts, runPurge } from "../../../src/insights/governance/purge.ts";
import { saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { Measurer } from "../../../src/sessions/measurer.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { readPosition } from "../../../src/books/progress-table.ts";
import { requestReport } from "../../../src/insights/reports/request-report.ts";
import { readChapters } from "../../../src/insights/reports/chapters-table.ts";
import { requestPurge } from "../../../src/insights/governance/request-purge.ts";
import { runRound } from "../../../src/writer/upkeep/keep.ts";
import { sweepRemoved } from "../../../src/writer/upkeep/sweep.ts";
import { judgementFor } from "../../rubric/judgements.ts";
import { readAllRows } from "../../all-rows.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { Holding, logsBody, type Said } from "../../writer/upkeep/holding.ts";

const prices = loadPrices({ pricesFile: null });

let holding: Holding;
let organization: string;
beforeEach(async () => {
  holding = await Holding.open();
  organization = await holding.addOrganization();
});
afterEach(() => holding.close());

const CLAUDE = { "service.name": "claude-code" };

/** A prompt of Claude Code, said by the person with that e-mail. */
function prompt(email: string, session: string, text: string): Said {
  const attributes = { "event.name": "user_prompt", "user.email": email, prompt: text, prompt_length: "3" };
  return { session, at: holding.now, text, attributes };
}

async function send(...records: Said[]): Promise<void> {
  await holding.write([logsBody(records, CLAUDE)], { organizationId: organization, keyId: "key-1" });
  holding.now += SECOND;
}

/** Judges every prompt, as a model would that quotes it. */
async function judgeAll(): Promise<void> {
  const prompts = await wholeSchema(holding.database).selectFrom("prompts").selectAll().execute();
  await inTransaction(holding.database, "full", async (transaction) => {
    for (const { session, content, text } of prompts)
      if (content !== null && text !== null)
        await saveJudgement(transaction, { organization, session, content }, judgementFor(text));
  });
}

async function work(of = holding): Promise<void> {
  await of.examine();
  const measurer = new Measurer({ database: of.database, clock: () => of.now, prices, outages: () => [] });
  while ((await measurer.round()).measured > 0);
}

function parts(of = holding): PurgeParts {
  return { ...of.parts(), journalPath: join(of.directory, "purges.jsonl") };
}

async function begin(email: string, of = holding) {
  const found = await findDeveloper(of.database, { organizationId: organization, idOrEmail: email });
  if (found === null) throw new Error(`nobody is called ${email}`);
  return beginPurge(parts(of), { organization, developer: found.id });
}

/**
 * A team's report that is being made.
 *
 * @returns Its id.
 */
async function addReport(): Promise<string> {
  const scope = { organizationId: organization, onlyDeveloper: null };
  const window = { from: holding.now - HOUR, to: holding.now, endsNow: false };
  const asked = { scope, ...window, developer: null, narrative: false };
  const made = await requestReport(parts(), asked);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.id;
}

async function finish(of = holding, log = silentLog): Promise<void> {
  const position = (await readPosition(of.database, "writer"))?.sequence ?? 0;
  const more = { ...of.parts(), ...parts(of), log, lastSequence: async () => position };
  of.now += MINUTE;
  const purging = new Purging(more);
  await purging.look();
  await work(of);
  await purging.look();
  of.now += MINUTE; // nobody reads the old files any more
  await purging.look();
}

/** Every byte that is kept, objects unpacked. */
async function everything(of = holding): Promise<string> {
  await sweepRemoved(of.parts(), 0);
  await compact(of.database);
  const frames = await Promise.all(
    of.files().map(async (path) => {
      const bytes = readFileSync(join(of.directory, "objects", path));
      return (await Bun.zstdDecompress(bytes)).toString();
    }),
  );
  const rows = ["", "-wal"].map((end) => readFileSync(join(of.directory, `scoring.db${end}`), "latin1"));
  return [...frames, ...rows, readFileSync(join(of.directory, "purges.jsonl"), "latin1")].join("\n");
}

describe("a dry run", () => {
  test("counts what would go and changes nothing", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"), prompt("bob@x.y", "s-bob", "two"));
    await work();
    const counted = await countPurge(parts(), await begin("ann@x.y"));
    expect(counted).toMatchObject({ sessions: 1, records: 1, objects: 1, keys: 0 });
    expect(counted.rows).toMatchObject({ sessions: 1, turns: 1, assembled_sessions: 1 });
    expect(await holding.texts(organization)).toEqual(["one", "two"]);
    expect(await selectPurges(holding.database)).toEqual([]);
  });

  test("says the same as the purge then does", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"), prompt("bob@x.y", "s-bob", "two"));
    await send(prompt("ann@x.y", "s-ann", "three"));
    await work();
    const counted = await countPurge(parts(), await begin("ann@x.y"));
    expect(await runPurge(parts(), await begin("ann@x.y"))).toEqual(counted);
  });
});

describe("a purge", () => {
  test("takes the person's records and rows, and leaves everybody else's", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"), prompt("bob@x.y", "s-bob", "two"));
    await send(prompt("ann@x.y", "s-ann", "three"));
    // two signals of one request are listed with the same sessions, whichever record named them
    const metric = {
      name: "m",
      sum: { aggregationTemporality: 1, dataPoints: [{ asInt: "1", timeUnixNano: `${holding.now}000000` }] },
    };
    const both = {
      ...(logsBody([prompt("ann@x.y", "s-ann", "one")], CLAUDE) as object),
      resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }],
    };
    await holding.write([both], { organizationId: organization, keyId: "key-1" });
    await work();
    await runPurge(parts(), await begin("ann@x.y"));
    expect(await holding.texts(organization)).toEqual(["two"]);
    expect(await holding.differences()).toEqual([]);
    await finish();
    const left = await everything();
    expect(left).toContain("s-bob");
    expect(["ann@x.y", "s-ann", '"one"', '"three"'].filter((text) => left.includes(text))).toEqual([]);
    const found = await findDeveloper(holding.database, {
      organizationId: organization,
      idOrEmail: "ann@x.y",
    });
    expect(found).toBeNull();
    expect((await selectPurges(holding.database)).map(({ done }) => done)).toEqual([true]);
  });

  test("takes a session that went on for long before it could begin", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"));
    await work();
    const asked = { organizationId: organization, developer: "ann@x.y", now: holding.now };
    expect((await requestPurge(parts(), asked)).ok).toBe(true);
    holding.now += HOUR;
    await send(prompt("ann@x.y", "s-ann", "two"));
    await work();
    await finish();
    expect(await everything()).not.toContain('"one"');
  });

  test("takes a team's report that was made while rows were still there", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"));
    await work();
    const purge = await begin("ann@x.y");
    const report = await addReport();
    const [id = ""] = purge.developers;
    const chapter = JSON.stringify({ people: [{ id }] });
    const values = sql`${sql.lit(report)}, ${sql.lit(organization)}, null, 'scores', '0.2.0', ${sql.lit(chapter)}, 1`;
    await sql`create trigger meanwhile after delete on turns begin
      insert or ignore into report_chapters (report, organization, developer, step, made_by, content, made_at)
      values (${values}); end`.execute(holding.database);
    await runPurge(parts(), purge);
    expect(await readChapters(holding.database, report)).toEqual(new Map());
  });

  test("takes what a model said of their prompts, but not what it said of somebody else's equal ones", async () => {
    const [shared, theirs] = ["Add a --json flag", "Rename the secret project"];
    await send(prompt("ann@x.y", "s-ann", shared), prompt("bob@x.y", "s-bob", shared));
    await send(prompt("ann@x.y", "s-ann", theirs));
    await work();
    await judgeAll();
    await work();
    await runPurge(parts(), await begin("ann@x.y"));
    const all = wholeSchema(holding.database);
    const judgements = await all.selectFrom("judgements").select(["session", "judgement"]).execute();
    expect(judgements.map(({ session }) => session.endsWith(":s-bob"))).toEqual([true]);
    expect(await all.selectFrom("prompts").select(["text", "status"]).execute()).toEqual([
      { text: shared, status: "scored" },
    ]);
    await finish();
    expect(await everything()).not.toContain(theirs);
  });

  test("takes records without a session by the session of their trace", async () => {
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const span = (attributes: Record<string, string>) => ({
      traceId: trace,
      spanId: "b7ad6b7169203331",
      name: "chat",
      startTimeUnixNano: `${holding.now}000000`,
      endTimeUnixNano: `${holding.now}000000`,
      attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    });
    const resource = { attributes: [{ key: "service.name", value: { stringValue: "some-agent" } }] };
    const spans = [
      span({ "gen_ai.operation.name": "chat", "gen_ai.conversation.id": "s-ann", "user.email": "ann@x.y" }),
      span({ "gen_ai.operation.name": "execute_tool" }),
    ];
    const sender = { organizationId: organization, keyId: "key-1" };
    await holding.write([{ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }], sender);
    await work();
    expect(await runPurge(parts(), await begin("ann@x.y"))).toMatchObject({ records: 2, objects: 1 });
    expect(await holding.keys()).toEqual([]);
    expect(await holding.differences()).toEqual([]);
  });

  test("goes on to what was written but not examined when it was begun", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"));
    await work();
    await send(
      prompt("ann@x.y", "s-ann", "two"),
      prompt("ann@x.y", "s-new", "three"),
      prompt("bob@x.y", "s-bob", "four"),
    );
    await runPurge(parts(), await begin("ann@x.y"));
    expect(await holding.texts(organization)).toEqual(["two", "three", "four"]);
    await finish();
    expect(await holding.texts(organization)).toEqual(["four"]);
    expect(await holding.differences()).toEqual([]);
    expect(
      await findDeveloper(holding.database, { organizationId: organization, idOrEmail: "ann@x.y" }),
    ).toBeNull();
  });

  test("ends with a warning where what deleted rows have left cannot be overwritten", async () => {
    await sql`pragma auto_vacuum = full`.execute(holding.database);
    await compact(holding.database);
    await send(prompt("ann@x.y", "s-ann", "ANNS"));
    await work();
    await runPurge(parts(), await begin("ann@x.y"));
    const warnings: string[] = [];
    await finish(holding, { ...silentLog, warning: (message) => void warnings.push(message) });
    expect((await selectPurges(holding.database)).map(({ done }) => done)).toEqual([true]);
    expect(warnings).toEqual([expect.stringContaining("not overwritten")]);
  });

  test("is not finished while an old file is left, though the clock was set back", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"), prompt("bob@x.y", "s-bob", "two"));
    await work();
    const purge = await begin("ann@x.y");
    await runPurge(parts(), purge);
    const position = (await readPosition(holding.database, "writer"))?.sequence ?? 0;
    await inTransaction(holding.database, "full", (transaction) =>
      savePurge(transaction, { ...purge, scannedThrough: position, streamedThrough: position }),
    );
    holding.now -= HOUR;
    const purging = new Purging({ ...holding.parts(), ...parts(), lastSequence: async () => position });
    await purging.look();
    expect(holding.files()).toHaveLength(2);
    expect((await selectPurges(holding.database)).map(({ done }) => done)).toEqual([false]);
    holding.now += HOUR + MINUTE;
    await purging.look();
    expect(holding.files()).toHaveLength(1);
    expect((await selectPurges(holding.database)).map(({ done }) => done)).toEqual([true]);
  });

  test("finds what was joined since, and leaves what comes later", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"));
    await send(prompt("bob@x.y", "s-bob", "two"));
    await work();
    holding.now += HOUR;
    await runRound(holding.parts());
    await runPurge(parts(), await begin("ann@x.y"));
    await finish();
    holding.now += HOUR;
    await send(prompt("ann@x.y", "s-later", "three"));
    await work();
    await finish();
    expect(await holding.texts(organization)).toEqual(["two", "three"]);
    expect(
      await findDeveloper(holding.database, { organizationId: organization, idOrEmail: "ann@x.y" }),
    ).not.toBeNull();
  });

  test("that is done again leaves the rows of a person who came back meanwhile", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"));
    await work();
    await runPurge(parts(), await begin("ann@x.y"));
    holding.now += 2 * DAY;
    await send(prompt("ann@x.y", "s-later", "three"));
    await work();
    const rows = async () => ({
      turns: await readAllRows(holding.database, "turns"),
      accounts: await readAllRows(holding.database, "accounts"),
    });
    const before = await rows();
    expect(before.turns).toHaveLength(1);
    await finish();
    await work();
    expect(await rows()).toEqual(before);
  });

  test("is done again in an older copy of the data, by the journal's file", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"), prompt("bob@x.y", "s-bob", "two"));
    await work();
    const older = await holding.copy();
    await runPurge(parts(), await begin("ann@x.y"));
    cpSync(join(holding.directory, "purges.jsonl"), join(older.directory, "purges.jsonl"));
    expect(await reconcileJournal(older.database, join(older.directory, "purges.jsonl"))).toBe(1);
    expect(await reconcileJournal(older.database, join(older.directory, "purges.jsonl"))).toBe(0);
    await finish(older);
    expect(await older.texts(organization)).toEqual(["two"]);
    expect(await older.differences()).toEqual([]);
    await older.close();
  });

  test("that was broken off anywhere goes on to the same end", async () => {
    await send(prompt("ann@x.y", "s-ann", "one"), prompt("bob@x.y", "s-bob", "two"));
    await send(prompt("ann@x.y", "s-ann", "three"));
    await send(prompt("bob@x.y", "s-bob", "four"));
    await work();
    const copies: Holding[] = [];
    const goAhead = async () => void copies.push(await holding.copy());
    await runPurge({ ...parts(), goAhead }, await begin("ann@x.y"));
    expect(copies.length).toBeGreaterThan(2);
    for (const copy of copies) {
      await finish(copy);
      expect(await copy.texts(organization)).toEqual(["two", "four"]);
      expect(await copy.differences()).toEqual([]);
      await copy.close();
    }
  });
});

/** Many prompts in one session, a second apart, so that the last one is said now. */
function prompts(email: string, session: string, { count, until = holding.now }: PromptSeries): Said[] {
  return Array.from({ length: count }, (_, place) => ({
    ...prompt(email, session, `change number ${place} of ${email}`),
    at: until - (count - place) * SECOND,
  }));
}

interface PromptSeries {
  count: number;
  until?: number;
}

async function sessionRows(session: string): Promise<string[]> {
  const all = wholeSchema(holding.database);
  const names = await all.selectFrom("sessions").select("session").execute();
  const turns = await all.selectFrom("turns").select("session").execute();
  return [...names, ...turns].map((row) => row.session).filter((name) => name.endsWith(session));
}

describe("a session without end", () => {
  test("goes with a part that begins after the request and goes on for long after it", async () => {
    await send(...prompts("ann@x.y", "endless-of-ann", { count: 2_000 }));
    await work();
    const asked = { organizationId: organization, developer: "ann@x.y", now: holding.now };
    expect((await requestPurge(parts(), asked)).ok).toBe(true);
    holding.now += HOUR;
    await send(prompt("ann@x.y", "endless-of-ann", "this begins a part"));
    await work();
    expect(await sessionRows("endless-of-ann")).toHaveLength(2 + 2_001);
    await finish();
    expect(await sessionRows("endless-of-ann")).toEqual([]);
    const left = await everything();
    expect(["this begins a part", "endless-of-ann"].filter((text) => left.includes(text))).toEqual([]);
  });

  test("goes with a part that begins after an earlier pass has deleted the others", async () => {
    await send(...prompts("ann@x.y", "endless-of-ann", { count: 2_000 }));
    await work();
    await runPurge(parts(), await begin("ann@x.y"));
    holding.now += HOUR;
    await send(...prompts("ann@x.y", "endless-of-ann", { count: 2_001 }));
    await work();
    await finish();
    expect(await sessionRows("endless-of-ann")).toEqual([]);
  });

  test.each([
    ["ann@x.y", "bob@x.y", [2_000, 3]],
    ["bob@x.y", "ann@x.y", [3, 2_000]],
  ])(
    "keeps what of it is somebody else's: %s goes, %s stays",
    async (gone, stays, [purged = 0, kept = 0]) => {
      // a part is its own person's where its records named somebody before those of the first part did
      const earlier = holding.now - HOUR;
      const anns = prompts("ann@x.y", "endless", { count: 2_000 });
      const bobs = prompts("bob@x.y", "endless", { count: 3, until: earlier });
      await send(...anns, ...bobs);
      await work();
      const counted = await countPurge(parts(), await begin(gone));
      expect(await runPurge(parts(), await begin(gone))).toEqual(counted);
      expect(counted.records).toBe(purged);
      await finish();
      const rows = await sessionRows("endless");
      expect([rows.length, new Set(rows).size]).toEqual([kept + 1, 1]);
      const left = await everything();
      expect(left).not.toContain(`of ${gone}`);
      expect(await holding.texts(organization)).toHaveLength(kept);
      expect(left).toContain(`of ${stays}`);
      expect(await holding.differences()).toEqual([]);
    },
  );

  test("goes with all of its parts", async () => {
    const records = Array.from({ length: 2_001 }, (_, place) => ({
      ...prompt("ann@x.y", "endless-of-ann", `change number ${place}`),
      at: holding.now - (2_001 - place) * SECOND,
    }));
    await send(...records, prompt("ben@x.y", "of-ben", "keep this"));
    await work();
    const names = await wholeSchema(holding.database).selectFrom("sessions").select("session").execute();
    expect(names.filter(({ session }) => session.endsWith("endless-of-ann"))).toHaveLength(2);
    const purged = await runPurge(parts(), await begin("ann@x.y"));
    expect([purged.sessions, purged.records]).toEqual([2, 2_001]);
    await finish();
    const left = await everything();
    expect(left).not.toContain("endless-of-ann");
    expect(left).not.toContain("change number");
    expect(left).toContain("keep this");
  });
});
