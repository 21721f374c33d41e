/** Answers `GET /v1/telemetry/metrics`: every data point that was received, used or not. */
import { isoTime } from "../../vocabulary/times.ts";
import type { PointRow, PointsPage, PointsQuery } from "./points-answer.ts";
import { type DataPoint, pointsOf } from "./points-in-line.ts";
import { type ReadStores, readRecords, type RecordOrigin } from "./read-records.ts";

/** Reads one page. */
export async function readPoints(stores: ReadStores, query: PointsQuery): Promise<PointsPage> {
  const { rows, next } = await readRecords(stores, query, {
    signals: ["metrics"],
    recordsOf: pointsOf,
    word: query.name,
    event: null,
    isWanted: ({ name }) => query.name === null || name === query.name,
    textsOf: ({ name, attributes }) => [name, ...Object.values(attributes)],
    shown,
  });
  return { metrics: rows, next };
}

function shown(point: DataPoint): Omit<PointRow, keyof RecordOrigin> {
  const { name, unit, type, temporality, value, distribution, attributes } = point;
  return {
    timestamp: isoTime(point.at),
    startedAt: point.startedAt === null ? null : isoTime(point.startedAt),
    name,
    unit,
    type,
    temporality,
    value,
    distribution,
    attributes,
  };
}
