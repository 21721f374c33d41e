/** What the list of raw records says of each: pure, so that it can be tested. */
import { formatSeconds } from "../../words/times.ts";

/** A record as the list looks at it. */
export interface ListedRecord {
  timestamp: string;
  event: string | null;
  body: unknown;
  attributes: Readonly<Record<string, unknown>>;
}

/** Returns "08:55:46.578". */
export function timeOf(timestamp: string): string {
  return `${formatSeconds(timestamp)}.${new Date(timestamp).toISOString().slice(20, 23)}`;
}

/** The event, else the beginning of the body, as agents without events have it there. */
export function nameOfRecord({ event, body }: ListedRecord): string {
  if (event !== null) return event;
  return typeof body === "string" && body !== "" ? cut(body) : "log record";
}

/** The attributes that distinguish records of one event, the most useful first. */
const TELLING = [
  "prompt",
  "tool_name",
  "function_name",
  "full_command",
  "arguments",
  "model",
  "error",
  "error_message",
  "http.response.status_code",
  "status_code",
  "decision",
  "success",
  "duration_ms",
  "input_tokens",
  "output_tokens",
] as const;

const MOST_TOLD = 4;

/** Returns "model claude-sonnet-5, duration_ms 12549"; empty where no such attribute is present. */
export function gistOf({ attributes }: ListedRecord): string {
  const facts = TELLING.flatMap((name) => {
    const value = attributes[name];
    return ["string", "number", "boolean"].includes(typeof value) && value !== ""
      ? [`${name} ${cut(String(value))}`]
      : [];
  });
  return facts.slice(0, MOST_TOLD).join(", ");
}

const LONGEST = 90;

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
}

/** The events of these records, each once, A to Z. */
export function eventsOf(records: readonly ListedRecord[]): string[] {
  return [...new Set(records.flatMap(({ event }) => (event === null ? [] : [event])))].toSorted();
}

/**
 * A time of the address.
 *
 * @returns null for anything else.
 */
export function instantIn(parameter: string | null): string | null {
  if (parameter === null || Number.isNaN(Date.parse(parameter))) return null;
  return new Date(parameter).toISOString();
}

const ON_A_PAGE = 100;

/** Which records of all are shown: from `first`, a place that begins with 0, to `end`, which is not shown. */
export interface ShownPlace {
  page: number;
  pages: number;
  first: number;
  end: number;
}

/**
 * Returns the records of one page.
 *
 * @param parameter - The page as the address has it, from 1; anything else means the first.
 */
export function placeOfPage(count: number, parameter: string | null): ShownPlace {
  const pages = Math.max(1, Math.ceil(count / ON_A_PAGE));
  const asked = Number(parameter);
  const page = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, pages) : 1;
  const first = (page - 1) * ON_A_PAGE;
  return { page, pages, first, end: Math.min(count, first + ON_A_PAGE) };
}
