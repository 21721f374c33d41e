/** A thread that asks /health every 10 ms, apart from the thread that sends the load, and says how long it waited. */
import { percentiles } from "./load.ts";

declare const self: Worker;

const EVERY_MS = 10;

/** What the thread says when it is asked to end. */
export interface HealthWaits {
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
}

if (!Bun.isMainThread) self.onmessage = ({ data }: MessageEvent<string>) => void ping(data);

async function ping(url: string): Promise<void> {
  let isOver = false;
  self.onmessage = () => {
    isOver = true;
  };
  const waits: number[] = [];
  while (!isOver) {
    const startedAt = performance.now();
    await fetch(url).then(
      (response) => response.arrayBuffer(),
      () => null,
    );
    waits.push(performance.now() - startedAt);
    await Bun.sleep(EVERY_MS);
  }
  self.postMessage({ ...percentiles(waits), mostMs: Math.max(...waits) } satisfies HealthWaits);
}

/** Asks until the function that it gives is called. */
export function watchHealth(port: number): () => Promise<HealthWaits> {
  const worker = new Worker(import.meta.path);
  worker.postMessage(`http://127.0.0.1:${port}/health`);
  return () =>
    new Promise((done) => {
      worker.onmessage = ({ data }: MessageEvent<HealthWaits>) => {
        worker.terminate();
        done(data);
      };
      worker.postMessage("end");
    });
}
