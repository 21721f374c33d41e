/** What each stage says of itself for `/readyz`. */
import type { ReadPool } from "../http/read-pool.ts";
import { askStages, type Readiness, type StageState } from "../http/readiness.ts";
import { openFileStore } from "../objects/file-store.ts";
import type { Settings } from "../settings/schema.ts";
import type { DiskWatch } from "./disk.ts";
import type { EngineThread } from "./engine-thread.ts";
import { objectsPath } from "./layout.ts";
import type { RunningStream } from "./stream.ts";

/** The stages that are asked. */
export interface Stages {
  stream: RunningStream;
  engine: EngineThread;
  disk: DiskWatch;
  pool: ReadPool;
}

const PROBE_KEY = "readiness-probe";

/** Gives: what asks all stages at once. */
export function readinessChecks(settings: Settings, stages: Stages): () => Promise<Readiness> {
  const { stream, engine, disk, pool } = stages;
  const objects = openFileStore(objectsPath(settings.dataDir));
  return () =>
    askStages({
      stream: () =>
        state(stream.isHealthy() && stream.publisher.accepting(), "the stream does not take messages"),
      disk: () => state(disk.hasRoom(), "less than the floor is free on the disk"),
      engine: () => engineState(engine),
      objects: async () => {
        await objects.put(PROBE_KEY, new Uint8Array());
        await objects.remove(PROBE_KEY);
        return state(true, "");
      },
      database: async () => state((await pool.ask("probe", null)) > 0, "the database has no tables"),
    });
}

function engineState({ state: engine }: EngineThread): StageState {
  if (engine === null) return state(false, "the engine is being started");
  return state(engine.writerStuck === null, "the writer cannot write; the log has the reason");
}

function state(ready: boolean, otherwise: string): StageState {
  return { ready, detail: ready ? null : otherwise };
}
