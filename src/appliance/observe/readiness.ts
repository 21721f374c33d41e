/** What each stage says of itself for `/readyz`. */
import type { Backlog } from "../../answers/read-kept.ts";
import { crowdedLately } from "../../identity/developers/new-developers-table.ts";
import type { ReadPool } from "../../answers/read-pool.ts";
import type { SetAsideGroup } from "../../normaliser/set-aside.ts";
import { askStages, type Readiness, type StageCheck, type StageState } from "../../http/self/readiness.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import type { StageReport } from "../../vocabulary/stage.ts";
import { type Instant, SECOND } from "../../vocabulary/units.ts";
import type { DiskWatch } from "./disk.ts";
import type { EngineState } from "../engine/engine.ts";
import type { EngineThread } from "../engine/engine-thread.ts";
import type { RunningStream } from "../stream.ts";
import type { BooksVerdict } from "./watch-books.ts";
import { openObjectsOf } from "../../stores.ts";

/** The stages that are asked. */
export interface Stages {
  stream: RunningStream;
  engine: EngineThread;
  disk: DiskWatch;
  pool: ReadPool;
}

/** Returns what asks all stages at once. */
export function readinessChecks(settings: Settings, stages: Stages, clock: Clock): () => Promise<Readiness> {
  const { stream, engine, disk, pool } = stages;
  const objects = openObjectsOf(settings);
  return () => {
    const asked = readBacklog(pool);
    asked.catch(() => {}); // each of the checks that wait for it reports it
    const tellsMore: Record<string, (books: BooksVerdict | null) => string[] | Promise<string[]>> = {
      normaliser: async () => behind(unexaminedOf(await asked), clock()),
      metrics: async () => [
        ...behind(unmeasuredOf(await asked), clock()),
        ...reportResting(engine.state),
        ...reportCrowded(await asked, clock()),
      ],
      books: (verdict) => reportBooks(verdict, stream.noted()),
    };
    const ofEngine = engine.stages.map((report): [string, StageCheck] => [
      report.name,
      async () => {
        if (engine.state === null) return state(false, STARTING);
        const more = (await tellsMore[report.name]?.(engine.state.books)) ?? [];
        return stageState(report, more);
      },
    ]);
    return askStages({
      stream: () => streamState(stream),
      disk: () => state(disk.hasRoom(), "less than the floor is free on the disk"),
      objects: async () => {
        await objects.check();
        return state(true, "");
      },
      database: async () => asked.then(() => state(true, "")),
      engine: () => state(engine.state !== null, STARTING),
      ...Object.fromEntries(ofEngine),
    });
  };
}

/** A cluster takes messages as long as most of its servers are there; that some are not is reported. */
function streamState(stream: RunningStream): StageState {
  const ready = stream.isHealthy() && stream.refusal() === null;
  if (!ready) return state(false, "the stream does not take messages");
  const { behind, servers } = stream.copies() ?? { behind: 0, servers: 1 };
  const detail = `${behind} of the cluster's ${servers} servers that keep the stream are away or behind`;
  return { ready, detail: behind === 0 ? null : detail };
}

async function readBacklog(pool: ReadPool): Promise<Backlog> {
  const answered = await pool.ask("readBacklog", null);
  if (answered.ok) return answered.value;
  throw new Error("the database does not answer");
}

const STARTING = "the engine is being started";
const STUCK = "it cannot write; the log has the reason";
const FAILING = "its work fails and is tried again; the log has the reason";

function state(ready: boolean, otherwise: string): StageState {
  return { ready, detail: ready ? null : otherwise };
}

/**
 * Only a writer that cannot write turns requests away: the stream fills up behind it.
 *
 * Any other stage that is behind, or fails, is reported to people: its work waits.
 */
function stageState({ name, condition }: StageReport, more: readonly string[]): StageState {
  const hasFailed = condition.kind === "failed";
  if (hasFailed && name === "writer") return { ...state(false, STUCK), failing: true };
  const details = hasFailed ? [FAILING, ...more] : more;
  const stage = { ready: true, detail: details.length === 0 ? null : details.join("; ") };
  return hasFailed ? { ...stage, failing: true } : stage;
}

interface Behind {
  what: string;
  aside: { what: string; groups: readonly SetAsideGroup[] };
  count: number;
  since: Instant | null;
}

function unexaminedOf({ unexamined, setAside }: Backlog): Behind {
  const groups = setAside.filter((group) => group.what === "frames");
  const aside = { what: "parts of objects", groups };
  return { what: "records", count: unexamined.records, since: unexamined.since, aside };
}

function unmeasuredOf({ unmeasured, setAside }: Backlog): Behind {
  const groups = setAside.filter((group) => group.what === "sessions");
  const aside = { what: "sessions", groups };
  return { what: "sessions", count: unmeasured.sessions, since: unmeasured.since, aside };
}

function behind({ what, count, since, aside }: Behind, now: Instant): string[] {
  const details: string[] = [];
  const seconds = since === null ? 0 : Math.max(0, now - since) / SECOND;
  if (count > 0) details.push(`${count} ${what} and ${seconds.toFixed(1)} s behind`);
  // the reason may hold words of a record, and this door needs no key
  for (const { count: parts, version } of aside.groups)
    details.push(
      `${parts} ${aside.what} set aside by version ${version ?? "unknown"}; scoring doctor says why`,
    );
  return details;
}

/** A session that costs much to measure rests in between, so that the others are measured too. */
function reportResting(engine: EngineState | null): string[] {
  if (engine === null || engine.resting.sessions === 0) return [];
  const { sessions, longestMs } = engine.resting;
  return [`long sessions left for later: ${sessions}, for up to ${Math.ceil(longestMs / SECOND)} s`];
}

/** Names of keys are not for everybody, and this door needs no key. */
function reportCrowded({ crowdedKeys }: Backlog, now: Instant): string[] {
  const crowded = crowdedLately(crowdedKeys, now).length;
  return crowded === 0
    ? []
    : [`keys that name too many new developers: ${crowded}; scoring doctor says which`];
}

function reportBooks(books: BooksVerdict | null, { lost }: Noted): string[] {
  const wrong = books?.differences ?? [];
  const details = wrong.length === 0 ? [] : [`they do not balance: ${wrong.join("; ")}`];
  if (lost.frames > 0) details.push(`the stream lost ${lost.records} records that were acknowledged`);
  return details;
}
