/** A long session cut in two: its beginning is measured for good, its end again whenever a record arrives. */
import type { MeasuredBefore } from "../../metrics/before.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Prompt } from "../../normaliser/event.ts";
import type { Sighting } from "../../normaliser/sightings/sighting.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { JudgedPrompts } from "../../rubric/prompts/prompts-table.ts";
import type { ModelSpend } from "../../spend/spend.ts";
import type { SessionBefore } from "../../turns/before.ts";
import type { Fact } from "../../turns/coverage/facts-seen.ts";
import type { CallHour } from "../../turns/latency/call-hours.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Owner } from "../owners.ts";
import type { Reach } from "./reach.ts";

/** Where a session is cut, and everything about its beginning that its end needs. */
export interface Cut {
  /** The prompt behind the cut: the first of a sub-session. */
  prompt: Prompt;
  /** The first record behind the cut: the prompt's own, or that of the client plugin. */
  from: Sighting;
  /** Everything from that record on was kept with this batch or with later ones. */
  sequence: number;
  settled: SettledTurns;
  /** Sightings of the beginning that settling the end needs. */
  carried: readonly Sighting[];
  session: SessionBefore;
  measured: MeasuredBefore;
  sums: SumsBefore;
  commits: CommitsKnown;
  /** What was asked last before the cut. */
  earlierPrompts: readonly string[];
  reach: Reach;
  circumstances: Circumstances;
}

/** The first turns behind the cut, in which edits of the beginning survive or are lost: nothing may be added to them. */
export interface SettledTurns {
  until: Milliseconds;
  /** How many sightings since the cut's batch begin up to that. */
  sightings: number;
}

/** What is added up over a whole session. */
export interface SumsBefore {
  /** The session's start. */
  startedAt: Milliseconds;
  facts: ReadonlySet<Fact>;
  models: readonly ModelSpend[];
  /** Calls of the hour in which the cut lies. */
  hours: readonly CallHour[];
}

/** What is known of the session's commits up to the last settled turn. */
export interface CommitsKnown {
  /** What tells them: commands, or where no command does, a counter. */
  by: "commands" | "counter" | "nothing";
  /** The beginning's last edit. */
  lastEditAt: Milliseconds;
  /** Whether a next commit would take edits of the beginning. */
  awaited: boolean;
}

/** What the beginning was measured by, that no sighting tells. */
export interface Circumstances {
  agent: Agent;
  owner: Owner;
  prices: PriceTable;
  /** The outages that touch the beginning. */
  outages: string;
  overrides: string;
  /** The newest version of the organization's baselines. */
  baselineVersion: number;
  /** What of the beginning's prompts was judged. */
  judged: JudgedPrompts;
  /** The last rescore that was asked for; null when none ever was. */
  rescore: number | null;
}
