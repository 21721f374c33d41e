/** Moves every time in captured bodies. */
import { isoTime } from "../vocabulary/times.ts";
import type { Instant, Milliseconds } from "../vocabulary/units.ts";

/** Keys that hold nanoseconds since 1970 as text. */
const NANOSECOND_KEY = /UnixNano$/;
/** ISO 8601 in UTC, wherever it is in a text. */
const TIMESTAMP = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** Milliseconds or microseconds since 1970 from 2020 on, as a number of its own: part of an id is none. */
const EPOCH = /(?<![\w.])(?:1[6-9]\d{11}|1[6-9]\d{14})(?![\w.])/g;
const MICROSECOND_DIGITS = 16;
const NANOSECONDS = 1_000_000n;

/**
 * Moves every time in an OTLP body: nanoseconds, timestamps and epochs, also those inside texts.
 *
 * @returns A new body; everything but times is as it was.
 */
export function moveTo<Body>(body: Body, deltaMs: Milliseconds): Body {
  return moveValue(body, "", deltaMs) as Body;
}

function moveValue(value: unknown, key: string, deltaMs: Milliseconds): unknown {
  if (typeof value === "string") {
    return NANOSECOND_KEY.test(key) ? moveNanoseconds(value, deltaMs) : moveText(value, deltaMs);
  }
  if (typeof value === "number") return key === "intValue" ? Number(moveText(String(value), deltaMs)) : value;
  if (Array.isArray(value)) return value.map((entry) => moveValue(entry, key, deltaMs));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, moveValue(entry, name, deltaMs)]),
  );
}

/** Codex sends "0" for the time that it does not know; that stays. */
function moveNanoseconds(text: string, deltaMs: Milliseconds): string {
  return /^[1-9]\d*$/.test(text) ? String(BigInt(text) + BigInt(deltaMs) * NANOSECONDS) : text;
}

function moveText(text: string, deltaMs: Milliseconds): string {
  return text
    .replace(TIMESTAMP, (timestamp) => isoTime(Date.parse(timestamp) + deltaMs))
    .replace(EPOCH, (epoch) =>
      String(Number(epoch) + deltaMs * (epoch.length === MICROSECOND_DIGITS ? 1000 : 1)),
    );
}

/** The newest time among a body's records; 0 when there is none. */
export function newestTime(value: unknown, key = ""): Instant {
  if (typeof value === "string") return NANOSECOND_KEY.test(key) ? Number(value.slice(0, -6)) : 0;
  if (value === null || typeof value !== "object") return 0;
  return Object.entries(value).reduce(
    (newest, [name, entry]) => Math.max(newest, newestTime(entry, name)),
    0,
  );
}
