/** Single stages of an engine over work that waits for them, in which statements to PostgreSQL break. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type EngineParts, stagesOf } from "../../src/appliance/engine/stages.ts";
import { prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import type { TableShape } from "../../src/database/columns.ts";
import { writeAs } from "../../src/database/leases/turn-table.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { describeError, silentLog } from "../../src/vocabulary/log.ts";
import type { Stage } from "../../src/vocabulary/stage.ts";
import { DAY, type Instant, type Milliseconds, MINUTE } from "../../src/vocabulary/units.ts";
import { ClockWatch } from "../../src/writer/arrivals/clock-watch.ts";
import { readAllRows } from "../all-rows.ts";
import { readRun, sendAsCaptured } from "../appliance/captured-runs.ts";
import { startTestAppliance } from "../appliance/running.ts";
import { copyRows } from "../database/postgres/captured-rows.ts";
import { addDatabase, openAt, openPostgres } from "../database/postgres/open-postgres.ts";
import { cardOf } from "../insights/advisor/cards.ts";
import { answerBySchema } from "../judge/scripted-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { wholeSchema } from "../whole-schema.ts";
import { type Breaks, differences, IDS, nameOf, type Pass } from "./broken-passes.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { type PostgresProxy, startPostgresProxy } from "./postgres-proxy.ts";
import { giveWork, partsOfStages, runToRest } from "./stage-work.ts";

/** What works, and how. */
interface Scene {
  stage: string;
  /** How much later than its work was made. */
  later: Milliseconds;
  /** For how many days records are kept. */
  days: number;
  /** How often, two minutes after each other: what was removed is swept in the next round, and a purge ends then. */
  rounds: number;
}

const USUAL = { later: 0, days: 180, rounds: 1 };

/** By what they are called. */
export const SCENES = {
  judging: { ...USUAL, stage: "judging" },
  advising: { ...USUAL, stage: "advising" },
  summarizing: { ...USUAL, stage: "summarizing" },
  scheduling: { ...USUAL, stage: "scheduling" },
  reporting: { ...USUAL, stage: "reporting" },
  purges: { ...USUAL, stage: "purges", rounds: 3 },
  joining: { stage: "upkeep", later: 2 * DAY, days: 180, rounds: 2 },
  expiring: { stage: "upkeep", later: 2 * DAY, days: 1, rounds: 2 },
} satisfies Readonly<Record<string, Scene>>;
export type SceneName = keyof typeof SCENES;
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[];

const TENURE = { node: "ours", epoch: 1 };
const TABLES = ALL_TABLES.flatMap<TableShape>((set) => set.tables);
/** Other rows may be as right: a call whose answer nobody could keep is made again, and files that were begun go at a start. */
const OTHERS = new Set(["judge_calls", "judge_months", "judge_shares", "planned_objects"]);

/** What passes copy. */
interface Base {
  name: string;
  folder: string;
  now: Instant;
  rows: Record<string, string[]>;
}

/** What came of a pass of one stage. */
export interface StagePass extends Pass {
  /** How many tables it changed: without work nothing breaks that matters. */
  changed: number;
}

/** A database in which every stage has work, of which each pass has a copy. */
export class BrokenStages {
  private readonly expected = new Map<SceneName, Record<string, string[]>>();

  private constructor(
    private readonly server: PostgresServer,
    private readonly between: { proxy: PostgresProxy; model: ScriptedModel },
    private readonly base: Base,
  ) {}

  static async start(programs: string): Promise<BrokenStages> {
    const folder = mkdtempSync(join(tmpdir(), "broken-stages-"));
    const server = await startPostgres(programs, { addresses: "127.0.0.1" });
    const now = Date.now();
    const name = await makeBase(server, { folder, now });
    const at = { host: "127.0.0.1", port: server.port, user: "tests", database: name };
    const proxy = await startPostgresProxy(at);
    const model = startScriptedModel({ answer: ({ schema, user }) => answerBySchema(schema ?? {}, user) });
    const rows = await rowsIn(server, { name, now });
    return new BrokenStages(server, { proxy, model }, { name, folder, now, rows });
  }

  /** Lets the scene's stage work on a copy, and compares what becomes of it with the scene's first pass. */
  async pass(scene: SceneName, breaks: Breaks = new Map()): Promise<StagePass> {
    const { server, base } = this;
    const folder = mkdtempSync(join(base.folder, "pass-"));
    cpSync(join(base.folder, "appliance", "objects"), join(folder, "objects"), { recursive: true });
    const name = await copyOf(server, base.name);
    const [statements, broken] = [new Set<string>(), new Set<string>()];
    this.between.proxy.decide = (statement) => {
      const called = nameOf(statement);
      statements.add(called);
      const fault = breaks.get(called);
      if (fault === undefined || broken.has(called)) return null;
      broken.add(called);
      return fault;
    };
    const failure = await this.work(SCENES[scene], { name, folder, mostTries: breaks.size + 1 }).catch(
      (error: unknown) => error,
    );
    this.between.proxy.decide = () => null;
    const rows = await rowsIn(server, { name, now: base.now });
    rmSync(folder, { recursive: true });
    await dropDatabase(server, name);
    const expected = this.expected.get(scene) ?? rows;
    this.expected.set(scene, expected);
    const problems = failure === undefined ? [] : [`it failed again and again: ${describeError(failure)}`];
    const changed = Object.keys(rows).filter(
      (table) => !Bun.deepEquals(rows[table], base.rows[table]),
    ).length;
    return { statements, broken, changed, problems: [...problems, ...differences(rows, expected)] };
  }

  async stop(): Promise<void> {
    await this.between.proxy.stop();
    await this.between.model.stop();
    await this.server.stop();
    rmSync(this.base.folder, { recursive: true });
  }

  /** A step that fails is tried again, as the program does it. */
  private async work(
    scene: Scene,
    { name, folder, mostTries }: { name: string; folder: string; mostTries: number },
  ): Promise<void> {
    let now = this.base.now + scene.later;
    const clock = () => now;
    const database = openAt(this.between.proxy.url.replace(`/${this.base.name}`, `/${name}`), "engine");
    writeAs(database, TENURE);
    try {
      const parts = await again(mostTries, () =>
        partsOfStages({ database, dataDir: folder, model: this.between.model.url, clock }),
      );
      const settings = { ...parts.settings, rawRetentionDays: scene.days };
      const clockWatch = new ClockWatch({ builtAt: null, log: silentLog });
      // an engine that writes has the upkeep; nothing here lets it write, and nothing asks the stream
      const stages = stagesOf({ ...parts, settings, clockWatch, reader: {} } as EngineParts);
      const stage = stages.find((each: Stage | undefined) => each?.name === scene.stage);
      if (stage === undefined) throw new Error(`BUG: there is no stage ${scene.stage}`);
      for (let round = 0; round < scene.rounds; round += 1) {
        await again(mostTries, () => runToRest(stage));
        await parts.judge.settled();
        now += 2 * MINUTE;
      }
    } finally {
      await database.destroy();
    }
  }
}

async function again<Value>(mostTries: number, work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
    }
}

/** Returns the name of a database in which an engine has an organization with work for each stage. */
async function makeBase(
  server: PostgresServer,
  { folder, now }: { folder: string; now: Instant },
): Promise<string> {
  const appliance = await startTestAppliance({ directory: join(folder, "appliance") });
  const organization = await appliance.addOrganization();
  for (const run of ["codex-ok", "codex-tool", "gemini-tool"])
    for (const request of await readRun(run)) await sendAsCaptured(appliance, request, organization.key);
  await appliance.settled();
  await appliance.stop();
  const url = await addDatabase(server);
  const [from, to] = [openDatabase(join(appliance.directory, "scoring.db"), "read"), openAt(url, "write")];
  await prepareDatabase(to);
  await copyRows(from, to, TABLES);
  await giveWork(to, organization.id, now);
  await giveAdvice(to, organization.id, now);
  await register(to, organization.id, now);
  await Promise.all([from.destroy(), to.destroy()]);
  return new URL(url).pathname.slice(1);
}

/** Upkeep and purges work on what is examined, and advice is given on work that closed lately and was weak. */
async function giveAdvice(database: Database, organization: string, now: Instant): Promise<void> {
  const all = wholeSchema(database);
  const { sequence } = await all
    .selectFrom("positions")
    .select("sequence")
    .where("step", "=", "writer")
    .executeTakeFirstOrThrow();
  await all.updateTable("positions").set({ sequence }).where("step", "=", "normaliser").execute();
  await all.updateTable("closings").set({ closed_at: now }).execute();
  await all.updateTable("endings").set({ closed_at: now }).execute();
  await all.updateTable("metrics").set({ state: "closed", closed_at: now, ie: 1 }).execute();
  const { prompt, session, developer } = await all
    .selectFrom("prompts")
    .selectAll()
    .where("text", "is not", null)
    .executeTakeFirstOrThrow();
  await all.updateTable("prompts").set({ awaits: 0 }).where("session", "!=", session).execute();
  const quoted = JSON.stringify([{ prompt, quote: "it", says: "it" }]);
  const card = cardOf({ organization, developer, session, prompt, evidence: quoted });
  await all
    .insertInto("cards")
    .values([card, { ...card, id: "announced", published_at: now }])
    .execute();
}

async function register(database: Database, organization: string, now: Instant): Promise<void> {
  const all = wholeSchema(database);
  const times = { started_at: now, renewed_at: now, expires_at: now + DAY };
  await all
    .insertInto("engine_nodes")
    .values({ ...TENURE, url: "", version: "1", ...times })
    .execute();
  await all
    .insertInto("organization_leases")
    .values({ organization, ...TENURE })
    .execute();
}

async function copyOf(server: PostgresServer, base: string): Promise<string> {
  const name = `c${crypto.randomUUID().replaceAll("-", "")}`;
  const database = openPostgres(server);
  await sql`create database ${sql.id(name)} template ${sql.id(base)}`.execute(database);
  await database.destroy();
  return name;
}

async function dropDatabase(server: PostgresServer, name: string): Promise<void> {
  const database = openPostgres(server);
  await sql`drop database ${sql.id(name)} with (force)`.execute(database);
  await database.destroy();
}

/** Without ids that are made anew, which moment of the pass it was, how often a session was marked, and the try in names. */
async function rowsIn(
  server: PostgresServer,
  { name, now }: { name: string; now: Instant },
): Promise<Record<string, string[]>> {
  const database = openAt(server.urlAt("127.0.0.1").replace("/postgres", `/${name}`), "read");
  const withoutTime = (row: string) =>
    row.replaceAll(/\b1\d{12}\b/g, (moment) => (Number(moment) >= now ? "later" : moment));
  const rows: Record<string, string[]> = {};
  for (const table of TABLES.map((each) => each.name).filter((each) => !OTHERS.has(each)))
    rows[table] = (await readAllRows(database, table))
      .map((row) => withoutTime(row.replaceAll(IDS, "").replace(/"marks":\d+|\.\d+\.jsonl\.zst/g, "")))
      .toSorted();
  await database.destroy();
  return rows;
}
