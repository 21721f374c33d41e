/** A tally: everything that usage counts, as a list of numbers, because there are many of them and they are added up. */

/** What is counted, in the order in which it is kept. Another order is another `USAGE_VERSION`. */
const COUNTED = [
  "subSessions",
  /** Sessions that begin with it. */
  "sessions",
  /** Sub-sessions that count in scores and are over, and how these ended. */
  "goals",
  "reached",
  "partial",
  "abandoned",
  "unknown",
  "turns",
  "agentMs",
  /** Helpers' calls and failed attempts included. */
  "modelCalls",
  "failedModelCalls",
  /** Calls that have a cost or tokens. */
  "spendCalls",
  "unpricedCalls",
  "cost",
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "reasoning",
  "toolCalls",
  "failedToolCalls",
  "toolMs",
  /** Edits that worked, and those that people decided on. */
  "edits",
  "decidedEdits",
  "acceptedEdits",
  /** Edits of which it is known whether they were kept, and their lines. */
  "judgedEdits",
  "keptEdits",
  "linesAdded",
  "linesRemoved",
  "judgedLines",
  "keptLines",
  "commits",
  "pullRequests",
  /** Calls that the agent and the price table both price, and what each makes of them. */
  "checkedCalls",
  "reported",
  "computed",
] as const;

export type Counted = (typeof COUNTED)[number];

/** Facts that some agents do not send; a tally knows which of them it heard of. */
const HEARD = [
  "input",
  "output",
  "cacheRead",
  "cacheWrite",
  "reasoning",
  "decisions",
  "lines",
  "lasting",
  "landed",
] as const;

export type Heard = (typeof HEARD)[number];

/** A number for each name of `COUNTED`, and one with a bit for each name of `HEARD`. */
export type Tally = number[];

const PLACES = Object.fromEntries(COUNTED.map((name, place) => [name, place])) as Record<Counted, number>;
const BITS = Object.fromEntries(HEARD.map((name, place) => [name, 1 << place])) as Record<Heard, number>;
const HEARD_AT = COUNTED.length;
const NOTHING: Readonly<Tally> = [...COUNTED.map(() => 0), 0];

/** Makes a tally; what is left out is 0. */
export function tallyOf(counts: Partial<Record<Counted, number>>, heard: Iterable<Heard> = []): Tally {
  const tally: Tally = COUNTED.map((name) => counts[name] ?? 0);
  let bits = 0;
  for (const name of heard) bits |= BITS[name];
  tally.push(bits);
  return tally;
}

/** Returns a tally with only these counts of another one. */
export function partOf(tally: Tally, names: readonly Counted[]): Tally {
  const part: Tally = Array.from(NOTHING);
  for (const name of names) part[PLACES[name]] = tally[PLACES[name]] ?? 0;
  return part;
}

/** Adds a tally to a sum, in place. */
export function addTally(sum: Tally, added: Tally): void {
  for (let place = 0; place < HEARD_AT; place += 1) sum[place] = (sum[place] ?? 0) + (added[place] ?? 0);
  sum[HEARD_AT] = (sum[HEARD_AT] ?? 0) | (added[HEARD_AT] ?? 0);
}

export function countIn(tally: Tally, name: Counted): number {
  return tally[PLACES[name]] ?? 0;
}

/** Whether anything that was added up sends the fact. */
export function hasHeard(tally: Tally, name: Heard): boolean {
  return ((tally[HEARD_AT] ?? 0) & BITS[name]) !== 0;
}
