/** The steps from the first record to the first scores. */
import type { NewestRecord } from "../../api/newest-of.ts";
import { formatThings } from "../../words/numbers.ts";
import { formatAgo } from "../../words/times.ts";

/** One step of the way, in order. */
export interface Step {
  name: string;
  isDone: boolean;
  /** What was seen, or what the step waits for. */
  note: string;
}

/** What is known of what arrived. */
export interface Arrived {
  /** null: no record yet. */
  newest: NewestRecord | null;
  turns: number;
  counted: number;
}

const NEEDED = 3;

/** @param now - The time, to say how long ago the newest record arrived. */
export function stepsOf({ newest, turns, counted }: Arrived, now: number): Step[] {
  return [
    { name: "Server answers", isDone: true, note: "this page came from it" },
    {
      name: "First record",
      isDone: newest !== null,
      note:
        newest === null
          ? "most agents send every few seconds"
          : `${newest.sender}, ${formatAgo(newest.at, now)}`,
    },
    {
      name: "First turn",
      isDone: turns > 0,
      note: turns > 0 ? formatThings(turns, "turn") : "as soon as the agent has answered a prompt",
    },
    {
      name: "First scores",
      isDone: counted >= NEEDED,
      note: counted >= NEEDED ? "they are on the overview" : `${counted} of ${NEEDED} counted tasks`,
    },
  ];
}

/** The line above the steps. */
export function sayArrival({ newest, counted }: Arrived): string {
  if (newest === null) return "Waiting for the first record";
  return counted >= NEEDED ? "Connected, and scored" : "Records arrive";
}

/**
 * One line for a machine without the executable.
 *
 * @param origin - The address that this page was opened at.
 */
export function connectLine(agent: string, origin: string): string {
  return `curl -fsSL ${origin}/connect.mjs -o connect.mjs && node connect.mjs ${agent} --endpoint ${origin}`;
}

/**
 * One line that imports what agents keep on the machine where it runs.
 *
 * @param origin - The address that this page was opened at.
 */
export function tryLine(origin: string): string {
  return `scoring try --endpoint ${origin} --key API_KEY`;
}

/**
 * The same for a machine without the executable.
 *
 * @param origin - The address that this page was opened at.
 */
export function importLine(origin: string): string {
  return `node connect.mjs import all --endpoint ${origin}`;
}

const PLACE_OF_KEY = /<API_KEY>/g;

/**
 * The settings with a key in its place.
 *
 * @param key - The key; null leaves the placeholder.
 */
export function withKey(text: string, key: string | null): string {
  return key === null ? text : text.replace(PLACE_OF_KEY, key);
}

/**
 * A record that belongs to no agent, as an OTLP body. It counts to no session and no score.
 *
 * @param mark - By which it is found again.
 * @param now - In milliseconds.
 */
export function testRecord(mark: string, now: number): object {
  const record = {
    timeUnixNano: `${now}000000`,
    body: { stringValue: `sent by the page “Connect an agent”, to be found again: ${mark}` },
    attributes: [{ key: "event.name", value: { stringValue: "scoring.canary" } }],
  };
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "scoring-doctor" } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] };
}
