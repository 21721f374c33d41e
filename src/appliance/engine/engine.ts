/** The engine: opens what the stages share, runs them, and closes it again. The only regular writer of the database. */
import { batchLimits } from "./batch-limits.ts";
import { closeAttempts, openAttempts, type StageAttempts } from "../../attempts/open.ts";
import { onChange } from "../../database/changes.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type AskedChange, makeChange } from "../../answers/audited.ts";
import type { ChangeParts } from "../../answers/changes.ts";
import { type KeyUse, updateLastUsed } from "../../identity/keys/table.ts";
import { noteSignInUses } from "../../identity/sign-ins/sign-in.ts";
import type { Use } from "../../identity/uses.ts";
import { openSenders } from "../../insights/integrations/open-senders.ts";
import type { JudgeState, RunningJudge } from "../../judge/open-judge.ts";
import { LongSessions, type Resting } from "../../sessions/long-sessions.ts";
import { Measurer, type MeasurerParts } from "../../sessions/measurer.ts";
import { createRedactor, type Redactor } from "../../privacy/redactor.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import { KEPT_WORK } from "../../scores/days/pack-days.ts";
import { KEPT_USAGE } from "../../spend/usage/usage-days-table.ts";
import { KEPT_PROMPTS } from "../../rubric/days/days-table.ts";
import { KEPT_TROUBLE } from "../../insights/throttle/read-days.ts";
import { emptyOthers } from "../../database/days/kept-days-table.ts";
import type { Settings } from "../../settings/schema.ts";
import { cardPublisher } from "../../stream/cards/publish-card.ts";
import { connectTo, type StreamConnection } from "../../stream/connection.ts";
import { StreamReader } from "../../stream/consume.ts";
import { holdBack } from "../../stream/pressure.ts";
import { type PressureMemory, pressureIn } from "../../stream/shared-pressure.ts";
import type { ServerAddress } from "../../stream/server-address.ts";
import { type RunningStages, runStages } from "../../supervise/run-stages.ts";
import { builtAtMs } from "../../vocabulary/build.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { StageReport } from "../../vocabulary/stage.ts";
import { type Milliseconds, type Ratio, SECOND } from "../../vocabulary/units.ts";
import { ClockWatch } from "../../writer/arrivals/clock-watch.ts";
import { type DamagedFrame, noteDamage } from "../../writer/upkeep/table.ts";
import { createEngineCounters, type EngineCounters, type EngineCounts } from "./engine-counts.ts";
import { attemptsPath, integrationKeyPath, purgesPath } from "../layout.ts";
import { modelCheckOf, openPricedJudge } from "../judge.ts";
import { outagesOf } from "../notes/outages-of.ts";
import { acknowledgedOf } from "../stream/open-acknowledged.ts";
import { type BooksVerdict, type BooksWatch, watchBooks } from "../observe/watch-books.ts";
import { settleEarlierRuns } from "./settle-earlier-runs.ts";
import { GivenKeys } from "../../writer/upkeep/given-keys.ts";
import { type EngineParts, stagesOf } from "./stages.ts";
import { openObjectsOf } from "../../stores.ts";
import { type EngineDatabases, openEngineDatabases } from "./leases/engine-databases.ts";
import type { WhyAgain } from "./leases/keep-leases.ts";

/** What the engine is started with; plain values, because it runs in a thread of its own. */
export interface EngineOptions {
  settings: Settings;
  prices: PriceTable;
  address: ServerAddress;
  streamCreatedAt: string;
  /** A stand-in for Slack in tests; null otherwise. */
  slackUrl: string | null;
  /** Whether an engine before this one broke, and may have left files behind. */
  isAgain: boolean;
  /** How busy ingest is; the stages hold back while it is. */
  pressure: PressureMemory;
}

/** How the engine's stages are. */
export interface EngineState extends EngineCounts {
  /** In the order in which work goes from one to the next. */
  stages: StageReport[];
  /** What the redactor changed since the start, by rule. */
  redactions: Readonly<Record<string, number>>;
  /** What the last look at the books found; null before the first. */
  books: BooksVerdict | null;
  /** Long sessions that are left alone for a while, so that the others are measured too. */
  resting: Resting;
  /** The judge model: what it was asked, and what that came to. */
  judge: JudgeState;
}

/** A running engine. */
export interface Engine {
  state(): EngineState;
  recordUses(uses: readonly KeyUse[]): Promise<void>;
  /** The same of sign-ins. */
  recordSignInUses(uses: readonly Use[]): Promise<void>;
  /** Remembers a frame that a query found unreadable. */
  noteDamage(frame: DamagedFrame): Promise<void>;
  /** Makes a change that a route asked for. */
  change(change: AskedChange): Promise<unknown>;
  /** Ends when each stage has finished what it was at, or the time is over; the rest waits in its store. */
  stop(withinMs: Milliseconds, how: HowStopped): Promise<void>;
}

/** Whether the engine is started again at once: then its organizations stay its own. */
export type HowStopped = "for_good" | "again";

/** Of the time to stop; the rest is for closing what they share. */
const STAGES_SHARE: Ratio = 0.8;

/** What the engine's thread gives it. */
export interface EngineGiven {
  clock: Clock;
  log: Log;
  /** Called once when it has to be stopped and started again, because other engines have what it had, or are to have it. */
  beginAgain(why: WhyAgain): void;
}

/**
 * Starts the engine's stages.
 *
 * @throws An exception when a store that they share cannot be opened.
 */
export async function startEngine(
  options: EngineOptions,
  { clock, log, beginAgain }: EngineGiven,
): Promise<Engine> {
  const { settings, prices, isAgain } = options;
  const databases = await openEngineDatabases(settings, log);
  const { database, common, leases } = databases;
  leases?.keep(beginAgain);
  const isWriter = leases?.isWriter ?? true;
  await emptyOtherDays(database);
  const objects = openObjectsOf(settings);
  const connection = await connectTo(options.address, "engine");
  const upkept = { database, objects, givenKeys: new GivenKeys() };
  const left = { ...options, ...upkept, clock, connection, log, isWriter };
  const streamCreatedAt = await settleEarlierRuns(left);
  const clockWatch = await watchClock(database, clock, log);
  const attempts = openAttempts(attemptsPath(settings.dataDir), { isAgain });
  const reader = isWriter ? openReader(settings, connection, { attempts, log }) : null;
  const redactor = createRedactor(settings);
  const counters = createEngineCounters();
  const longSessions = new LongSessions();
  const knowledge = { prices, outages: outagesOf(settings, connection, log), longSessions };
  const measurer = new Measurer({ database, clock, ...knowledge, attempts: attempts.metrics, log });
  const judge = await openPricedJudge({ settings, database: common, clock, log }, prices);
  const keyPath = integrationKeyPath(settings.dataDir);
  const senders = openSenders(settings, { database, clock, keyPath, slackUrl: options.slackUrl });
  const acknowledged = acknowledgedOf(settings, connection);
  const books = watchBooks({ database, connection, acknowledged }, { clock, log });
  const stores = { ...upkept, settings, connection, streamCreatedAt, reader, clockWatch };
  const said = { modelCheck: modelCheckOf(settings), publishCard: cardPublisher(connection), clock, log };
  const work = { redactor, measurer, prices, judge, ...senders, attempts, counters, ...said };
  const watched = { books: books.stage, stageReports: () => stages.reports() };
  const changing = changingWith(databases, { ...work, clock, log, settings }, knowledge);
  const stages: RunningStages = runStages(stagesOf({ ...stores, ...work, ...watched }), {
    clock,
    log,
    holdBack: (isOver) => holdBack(pressureIn(options.pressure), isOver),
  });
  await wakeForOthers(databases, { stages, judge });
  return {
    state: () => stateOf({ counters, stages, redactor, books, longSessions, judge }),
    ...notesIn(common),
    async change(change) {
      const answer = await makeChange(changing, change);
      stages.wake();
      return answer;
    },
    stop: (withinMs, how) => stop({ stages, attempts, judge, databases, connection, log }, withinMs, how),
  };
}

function stateOf(of: {
  counters: EngineCounters;
  stages: RunningStages;
  redactor: Redactor;
  books: BooksWatch;
  longSessions: LongSessions;
  judge: RunningJudge;
}): EngineState {
  return {
    ...of.counters.snapshot(),
    stages: of.stages.reports(),
    redactions: { ...of.redactor.counts },
    books: of.books.verdict(),
    resting: of.longSessions.describe(),
    judge: of.judge.state(),
  };
}

/** What another engine commits may be work for the stages of this one, or what the judge model cost. */
async function wakeForOthers(
  { common, leases }: EngineDatabases,
  { stages, judge }: Pick<Stoppable, "stages" | "judge">,
): Promise<void> {
  if (leases === null) return;
  const wake = seldom(WAKE_EVERY_MS, () => stages.wake());
  const look = seldom(LOOK_EVERY_MS, () => void judge.look().catch(() => {})); // it is shown a bit later
  await onChange(common, () => {
    wake();
    look();
  });
}

/** Engines commit all the time, each waking the others. */
const WAKE_EVERY_MS: Milliseconds = SECOND / 5;
const LOOK_EVERY_MS: Milliseconds = 5 * SECOND;

/** Returns what calls soon, and once for all calls until then. */
function seldom(withinMs: Milliseconds, call: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      call();
    }, withinMs);
  };
}

/** A change of an organization that another engine has is made here too: what is known of its sessions is not used. */
function changingWith(
  { database, changes }: EngineDatabases,
  work: Omit<ChangeParts, "database" | "journalPath"> & Pick<EngineParts, "settings" | "log">,
  { prices, outages }: Pick<MeasurerParts, "prices" | "outages">,
): ChangeParts {
  const { clock, log, settings } = work;
  const measurer =
    changes === database ? work.measurer : new Measurer({ database: changes, clock, prices, outages, log });
  return { ...work, measurer, database: changes, journalPath: purgesPath(settings.dataDir) };
}

/** What is lost in a crash comes again. */
function notesIn(database: Database): Pick<Engine, "recordUses" | "recordSignInUses" | "noteDamage"> {
  return {
    recordUses: (uses) =>
      inTransaction(database, "normal", (transaction) => updateLastUsed(transaction, uses)),
    recordSignInUses: (uses) =>
      inTransaction(database, "normal", (transaction) => noteSignInUses(transaction, uses)),
    noteDamage: (frame) =>
      inTransaction(database, "normal", (transaction) => noteDamage(transaction, [frame])),
  };
}

function openReader(
  settings: Settings,
  connection: StreamConnection,
  { attempts, log }: { attempts: StageAttempts; log: Log },
): StreamReader {
  return StreamReader.open(connection, { ...batchLimits(settings), attempts: attempts.writer }, log);
}

/** Before anything is worked on: days that another version of the program added up are open. */
async function emptyOtherDays(database: Database): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    for (const kept of [KEPT_WORK, KEPT_USAGE, KEPT_PROMPTS, KEPT_TROUBLE])
      await emptyOthers(transaction, kept);
  });
}

/** The first look comes before anything is written or removed. */
async function watchClock(database: Database, clock: Clock, log: Log): Promise<ClockWatch> {
  const watch = new ClockWatch({ builtAt: builtAtMs, log });
  await watch.look(database, clock());
  return watch;
}

interface Stoppable {
  stages: RunningStages;
  attempts: StageAttempts;
  judge: RunningJudge;
  databases: EngineDatabases;
  connection: StreamConnection;
  log: Log;
}

async function stop(
  { stages, attempts, judge, databases, connection, log }: Stoppable,
  withinMs: Milliseconds,
  how: HowStopped,
): Promise<void> {
  const late = await stages.stop(withinMs * STAGES_SHARE);
  if (late.length > 0) {
    // what they still work with is not closed under them: it ends with the thread
    log.warning("stages do not stop; leaving them", { stages: late.join(", ") });
    return;
  }
  closeAttempts(attempts);
  await connection.close();
  await judge.settled();
  await databases.leases?.end(how);
  await databases.close();
}
