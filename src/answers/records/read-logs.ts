/** Answers `GET /v1/telemetry/logs`: every log record that was received, used or not, and what the Claude Code plugin sent. */
import type { LogEntry } from "../../normaliser/records/record.ts";
import { readLine } from "../../normaliser/records/read-line.ts";
import type { StoredLine } from "../../vocabulary/otlp.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { LogRow, LogsPage, LogsQuery } from "./logs-answer.ts";
import { type ReadStores, readRecords, type RecordOrigin } from "./read-records.ts";
import type { RecordsOfLine } from "./record-pages.ts";

/** Reads one page. */
export async function readLogs(stores: ReadStores, query: LogsQuery): Promise<LogsPage> {
  const { rows, next } = await readRecords(stores, query, {
    signals: ["logs", "prompts"],
    recordsOf: logsOf,
    word: query.event,
    event: query.event,
    isWanted: (log) => isWanted(log, query),
    textsOf: ({ body, attributes }) => [body, ...Object.values(attributes)],
    shown,
  });
  return { logs: rows, next };
}

function logsOf(line: StoredLine): RecordsOfLine<LogEntry> {
  const { keyId, records } = readLine(line);
  return { keyId, records: records.filter((record) => record.signal === "logs") };
}

function isWanted(log: LogEntry, { event, severity }: LogsQuery): boolean {
  // agents may send numbers below those that OTLP knows
  if (severity !== null && (log.severity ?? 0) < severity) return false;
  return event === null || log.attributes["event.name"] === event;
}

function shown(log: LogEntry): Omit<LogRow, keyof RecordOrigin> {
  const event = log.attributes["event.name"];
  return {
    timestamp: isoTime(log.at),
    event: typeof event === "string" ? event : null,
    severity: log.severity,
    body: log.body,
    attributes: log.attributes,
  };
}
