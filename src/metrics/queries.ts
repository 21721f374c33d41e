/** The queries about sub-sessions in numbers, by the names that routes ask for. */
import { type Database } from "../database/open.ts";
import { onDatabase } from "../database/asked.ts";
import { readNewestBaselines } from "./baselines/baselines-table.ts";
import { readBaseline } from "./baselines/read-baseline.ts";
import { askRecompute } from "./baselines/recompute.ts";
import { listBySession, listSubSessions } from "./sub-sessions/list-sub-sessions.ts";
import { listMetrics } from "./list-metrics.ts";
import { readRemaking } from "./remaking.ts";
import { listQualityRetention } from "./retention/list-quality-retention.ts";

export const METRICS_QUERIES = {
  readRemaking: ({ database }: { database: Database }, _asked: null) => readRemaking(database),
  ...onDatabase({
    listMetrics,
    listSubSessions,
    listBySession,
    listQualityRetention,
    readBaseline,
    readBaselines: readNewestBaselines,
    askRecompute,
  }),
};
