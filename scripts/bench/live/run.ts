/** One run: the program is started on a new directory, warmed up with live work, and measured with more of it. */
import { HOUR, type Milliseconds } from "../../../src/vocabulary/units.ts";
import { type BenchedAppliance, discard, startBenched } from "../appliance.ts";
import { caughtUp } from "../caught-up.ts";
import { ask, authorization, listen, pickQuestion, post } from "../company.ts";
import { createLiveBodies, type LiveBodies, timeOf } from "../live-work.ts";
import { runOpenLoad } from "../open-load.ts";
import { usageOf } from "../processes.ts";
import { type BenchedModel, startModel } from "../start-model.ts";
import { sessionRecords, type SessionWork } from "../team.ts";
import { databaseEnd, type DatabaseEnd, DiskWatch, type DiskWrites } from "./disk.ts";
import { type Lag, LagWatch } from "./lag.ts";
import { highestRate } from "./highest-rate.ts";
import { type PartUse, ThreadWatch, usedBetween } from "./threads.ts";

/** What is sent, and what else there is while it is sent. */
export interface LiveOptions {
  bodies: number;
  /** Bodies a second. */
  rate: number;
  records: number;
  /** Files that are read for a prompt. */
  reads: number;
  sessions: number;
  developers: number;
  /** How long sessions are before; 0 for sessions that begin and end as they come. */
  recordsPerSession: number;
  listeners: number;
  questions: boolean;
  model: boolean;
  findRate: boolean;
}

/** Which program, and where its data is. */
export interface Candidate {
  checkout: string;
  executable: boolean;
  dir: string;
}

/** What came of it. */
export interface LiveFigures {
  /** Bodies whose cost was measured. */
  bodies: number;
  used: PartUse;
  disk: DiskWrites;
  lag: Lag;
  /** The most of all processes at any second while costs were measured. */
  residentBytes: number;
  end: DatabaseEnd;
  /** Records a second; null when it was not asked for. */
  highestRate: number | null;
}

const CONNECTIONS = 48;
const LENGTH_OF_A_SESSION: Milliseconds = HOUR;
const MANY_GOALS = 100;
/** Eight rates, of 300 bodies a second in the mean. Fewer would let the work run into the future. */
const BODIES_OF_A_SEARCH = 50_000;
const WARM_UP_SHARE = 0.25;
const LAG_SHARE = 0.5;
const ASK_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 1_000;

/** Starts the program, measures it and throws its data away. */
export async function runLive(candidate: Candidate, options: LiveOptions): Promise<LiveFigures> {
  const model = options.model ? await startModel() : null;
  const appliance = await startBenched(candidate, modelFlags(model));
  const work = openWork(options);
  const leave = await keepCompany(appliance, work, options);
  const running: Running = { appliance, work, options };
  try {
    await sendBefore(running);
    await send(running, { bodies: options.bodies * WARM_UP_SHARE, rate: options.rate });
    const costs = await measureCosts(running);
    const lag = await measureLag(running, { bodies: options.bodies * LAG_SHARE, rate: options.rate });
    const found = options.findRate
      ? await highestRate((rate, bodies) => tryRate(running, rate, bodies))
      : null;
    leave();
    await appliance.stop();
    const end = databaseEnd(appliance.directory, costs.log);
    const highest = found === null ? null : found * options.records;
    return { ...costs, lag, end, highestRate: highest };
  } finally {
    await appliance.stop();
    model?.stop();
    discard(appliance);
  }
}

interface Running {
  appliance: BenchedAppliance;
  work: LiveBodies;
  options: LiveOptions;
}

interface Pace {
  bodies: number;
  rate: number;
}

function modelFlags(model: BenchedModel | null): string[] {
  return model === null ? [] : ["--llm-base-url", model.url, "--llm-model", "a-model"];
}

/** All sessions begin within an hour, and end about now: none is over because it rests. */
function openWork(options: LiveOptions): LiveBodies {
  const { sessions, developers, records, reads, recordsPerSession, bodies, findRate } = options;
  const shared = { seed: "live", developers, sessionsAtOnce: sessions, recordsABody: records, reads };
  const all = (bodies * (1 + WARM_UP_SHARE + LAG_SHARE) + (findRate ? BODIES_OF_A_SEARCH : 0)) * records;
  if (recordsPerSession === 0) {
    const begun = sessions + all / lengthOf({ reads }).records;
    return createLiveBodies({
      ...shared,
      sessionsADay: begun * 24,
      from: Date.now() - LENGTH_OF_A_SESSION - HOUR,
    });
  }
  const each = recordsPerSession + (2 * all) / sessions;
  const goals = Math.ceil((MANY_GOALS * each) / lengthOf({ reads, goals: MANY_GOALS }).records) + 1;
  const from = Date.now() - HOUR - lengthOf({ reads, goals }).lastsMs;
  const grown = { records: recordsPerSession, goals };
  return createLiveBodies({ ...shared, sessionsADay: sessions * 24, from, grown });
}

/** Says how long a session is, in records and in its own time. */
function lengthOf(work: Pick<SessionWork, "reads" | "goals">): { records: number; lastsMs: Milliseconds } {
  const { records } = sessionRecords("length", { email: "", startsAt: 0, ...work });
  return { records: records.length, lastsMs: timeOf(records.at(-1)) };
}

/** @returns What ends it. */
async function keepCompany(
  appliance: BenchedAppliance,
  work: LiveBodies,
  { listeners, questions }: LiveOptions,
): Promise<() => void> {
  const opened = await Promise.all(Array.from({ length: listeners }, () => listen(appliance)));
  const askOnce = async () => void (await (await ask(appliance, pickQuestion(work.now())))?.text());
  const timer = questions ? setInterval(() => void askOnce(), ASK_EVERY_MS) : null;
  return () => {
    if (timer !== null) clearInterval(timer);
    for (const { stream } of opened) stream.abort();
  };
}

/** One body after the other: this is no load. */
async function sendBefore({ appliance, work }: Running): Promise<void> {
  for (const body of work.before()) await post(appliance, "/v1/logs", body);
  await caughtUp(appliance);
}

type Costs = Pick<LiveFigures, "bodies" | "used" | "residentBytes"> & ReturnType<DiskWatch["stop"]>;

async function measureCosts(running: Running): Promise<Costs> {
  const { appliance, options } = running;
  const threads = new ThreadWatch(appliance.pid);
  const disk = new DiskWatch(appliance.directory);
  let residentBytes = 0;
  const look = () => {
    residentBytes = Math.max(residentBytes, usageOf(appliance.pid).residentBytes);
    return threads.use();
  };
  const before = look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  const bodies = await send(running, options);
  clearInterval(timer);
  return { bodies, used: usedBetween(before, look()), residentBytes, ...disk.stop() };
}

async function measureLag(running: Running, pace: Pace): Promise<Lag> {
  const watch = new LagWatch(running.appliance);
  await send(running, pace, watch);
  return watch.end();
}

async function tryRate(running: Running, rate: number, bodies: number): Promise<number> {
  const watch = new LagWatch(running.appliance);
  const accepted = await send(running, { bodies, rate }, watch);
  const { p99Seconds } = await watch.end();
  return accepted < bodies * 0.95 ? Infinity : p99Seconds;
}

/** @returns How many were accepted, when all are scored. */
async function send({ appliance, work }: Running, { bodies, rate }: Pace, watch?: LagWatch): Promise<number> {
  const { accepted } = await runOpenLoad({
    port: appliance.port,
    path: "/v1/logs",
    headers: authorization(appliance),
    perSecond: rate,
    seconds: bodies / rate,
    mostConnections: CONNECTIONS,
    nextBody: () => {
      const sent = work.nextBody();
      watch?.note(sent);
      return sent.body;
    },
  });
  await caughtUp(appliance);
  return accepted;
}
