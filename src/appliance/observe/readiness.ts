/** What each stage says of itself for `/readyz`. */
import type { Backlog } from "../../answers/read-kept.ts";
import type { ReadPool } from "../../answers/read-pool.ts";
import { askStages, type Readiness, type StageState } from "../../http/self/readiness.ts";
import { openFileStore } from "../../objects/file-store.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Noted } from "../../stream/acknowledged.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { DiskWatch } from "./disk.ts";
import type { EngineState } from "../engine/engine.ts";
import type { EngineThread } from "../engine/engine-thread.ts";
import { objectsPath } from "../layout.ts";
import type { RunningStream } from "../stream.ts";

/** The stages that are asked. */
export interface Stages {
  stream: RunningStream;
  engine: EngineThread;
  disk: DiskWatch;
  pool: ReadPool;
}

const PROBE_KEY = "readiness-probe";

/** Gives: what asks all stages at once. */
export function readinessChecks(settings: Settings, stages: Stages, clock: Clock): () => Promise<Readiness> {
  const { stream, engine, disk, pool } = stages;
  const objects = openFileStore(objectsPath(settings.dataDir));
  return () => {
    const asked = pool.ask("readBacklog", null);
    asked.catch(() => {}); // each of the three checks that wait for it tells of it
    const whenRunning = (check: (state: EngineState) => StageState | Promise<StageState>) => () =>
      engine.state === null ? state(false, STARTING) : check(engine.state);
    return askStages({
      stream: () =>
        state(stream.isHealthy() && stream.refusal() === null, "the stream does not take messages"),
      disk: () => state(disk.hasRoom(), "less than the floor is free on the disk"),
      objects: async () => {
        await objects.put(PROBE_KEY, new Uint8Array());
        await objects.remove(PROBE_KEY);
        return state(true, "");
      },
      database: async () => state((await asked) !== null, "the database does not answer"),
      engine: whenRunning(() => state(true, "")),
      writer: whenRunning((one) =>
        state(one.writerStuck === null, "it cannot write; the log has the reason"),
      ),
      normaliser: whenRunning(async () => behind(unexaminedOf(await asked), clock())),
      metrics: whenRunning(async () => behind(unmeasuredOf(await asked), clock())),
      books: whenRunning((one) => booksState(one, stream.noted())),
    });
  };
}

const STARTING = "the engine is being started";

function state(ready: boolean, otherwise: string): StageState {
  return { ready, detail: ready ? null : otherwise };
}

interface Behind {
  what: string;
  aside: { what: string; count: number };
  count: number;
  since: Milliseconds | null;
}

function unexaminedOf({ unexamined, setAside }: Backlog): Behind {
  const aside = { what: "parts of objects", count: setAside.frames };
  return { what: "records", count: unexamined.records, since: unexamined.since, aside };
}

function unmeasuredOf({ unmeasured, setAside }: Backlog): Behind {
  const aside = { what: "sessions", count: setAside.sessions };
  return { what: "sessions", count: unmeasured.sessions, since: unmeasured.since, aside };
}

/** A stage that is behind works and catches up: it is ready, and says by how much. */
function behind({ what, count, since, aside }: Behind, now: Milliseconds): StageState {
  const details: string[] = [];
  const seconds = since === null ? 0 : Math.max(0, now - since) / SECOND;
  if (count > 0) details.push(`${count} ${what} and ${seconds.toFixed(1)} s behind`);
  if (aside.count > 0) details.push(`${aside.count} ${aside.what} set aside: the program died of them`);
  return { ready: true, detail: details.length === 0 ? null : details.join("; ") };
}

/** An alarm for people: turning requests away would lose more than it saves. */
function booksState({ books }: EngineState, { lost }: Noted): StageState {
  const wrong = books?.differences ?? [];
  const details = wrong.length === 0 ? [] : [`they do not balance: ${wrong.join("; ")}`];
  if (lost.frames > 0) details.push(`the stream lost ${lost.records} records that were acknowledged`);
  return { ready: true, detail: details.length === 0 ? null : details.join("; ") };
}
