/** What a failure of SQLite's means. */
import type { DatabaseFailure } from "../engine.ts";

const KINDS: readonly { code: RegExp; text: RegExp | null; failure: DatabaseFailure }[] = [
  { code: /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG)/, text: null, failure: "bad_values" },
  {
    code: /^SQLITE_(NOTADB|CORRUPT)/,
    text: /file is not a database|database disk image is malformed|malformed database schema/,
    failure: "damaged",
  },
  { code: /^SQLITE_FULL/, text: /database or disk is full/, failure: "full" },
  { code: /^SQLITE_READONLY/, text: /attempt to write a readonly database/, failure: "read_only" },
  { code: /^SQLITE_/, text: null, failure: "unavailable" },
];

/** See `Engine.classify`. From another thread only the text of an error arrives. */
export function classify(error: unknown): DatabaseFailure | null {
  if (typeof error === "string") return KINDS.find(({ text }) => text?.test(error) === true)?.failure ?? null;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return KINDS.find((kind) => kind.code.test(code))?.failure ?? null;
}
