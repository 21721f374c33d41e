/** How many threads measure a backlog, and where their code lies. */
import { availableParallelism } from "node:os";
import type { PriceTable } from "../../prices/price-table.ts";
import { MeasuringThreads } from "../../sessions/beside/measuring-threads.ts";
import type { Settings } from "../../settings/schema.ts";

/** More threads work out rows faster than one can save them. */
const MOST = 2;

/** The threads of an engine; none runs before there is a backlog. */
export function openMeasuringThreads(
  { dataDir }: Pick<Settings, "dataDir">,
  prices: PriceTable,
): MeasuringThreads {
  // one core is for the engine's own thread
  const threads = Math.min(availableParallelism() - 1, MOST);
  return new MeasuringThreads({ dataDir, prices, threads, startWorker });
}

/** Paths inside the executable begin at the engine's entry file, which lies in this folder. */
function startWorker(): Worker {
  return new Worker(new URL("../../sessions/beside/measuring-worker.ts", import.meta.url).href);
}
