/** What an import sends, counted. */
import type { Instant, Tokens } from "../vocabulary/units.ts";
import type { HistoryFile, HistoryRecord, LeftOut } from "./record.ts";

/** The totals of one agent. */
export interface Totals {
  agent: string;
  /** Files, or sessions in a file of several, that have something to send. */
  files: number;
  /** Files with nothing new since they were imported. */
  unchanged: number;
  sessions: number;
  records: number;
  prompts: number;
  calls: number;
  tokens: Tokens;
  /** The time of the first and the last record; null without any. */
  first: Instant | null;
  last: Instant | null;
  leftOut: { path: string; reason: string }[];
}

/** So many lines of one file are named; a file may be all broken lines. */
const MOST_LEFT_OUT = 20;

/** Counts what an agent's files give. */
export class Counting {
  readonly totals: Totals;
  private newest = { path: "", leftOut: 0 };
  private readonly sessions = new Set<string>();

  constructor(agent: string) {
    this.totals = {
      agent,
      files: 0,
      unchanged: 0,
      sessions: 0,
      records: 0,
      prompts: 0,
      calls: 0,
      tokens: 0,
      first: null,
      last: null,
      leftOut: [],
    };
  }

  addRecord({ session, at, counts }: HistoryRecord): void {
    const { totals } = this;
    this.sessions.add(session);
    totals.sessions = this.sessions.size;
    totals.records += 1;
    totals.first = Math.min(totals.first ?? at, at);
    totals.last = Math.max(totals.last ?? at, at);
    if (counts?.what === "prompt") totals.prompts += 1;
    if (counts?.what !== "call") return;
    totals.calls += 1;
    totals.tokens += counts.tokens;
  }

  addLeftOut({ path }: HistoryFile, { reason }: LeftOut): void {
    const before = this.newest.path === path ? this.newest.leftOut : 0;
    this.newest = { path, leftOut: before + 1 };
    if (before < MOST_LEFT_OUT) this.totals.leftOut.push({ path, reason });
    if (before === MOST_LEFT_OUT) this.totals.leftOut.push({ path, reason: "more of its lines" });
  }
}
