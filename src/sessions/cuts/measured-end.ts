/** A session, or its end, as it was just measured: where it can be cut is looked for in that. */
import type { SubSessionMeasure } from "../../metrics/measure.ts";
import type { Event } from "../../normaliser/event.ts";
import type { SessionFacts } from "../../normaliser/session-facts.ts";
import type { KeptSightings } from "../../normaliser/sightings/sightings-table.ts";
import type { MarkedPrompt } from "../../rubric/prompts/marked-prompts.ts";
import type { BoundaryOverride } from "../../turns/boundaries/split.ts";
import type { AssembledSession } from "../../turns/session.ts";
import type { Owner } from "../owners.ts";
import type { Cut } from "./cut.ts";

/** What a session was put together from. */
export interface Material {
  kept: readonly KeptSightings[];
  /** Its events by its own records alone. */
  settled: readonly Event[];
  /** The same with what other sessions' records tell. */
  events: readonly Event[];
  overrides: readonly BoundaryOverride[];
  /** The last rescore that was asked for; null when none ever was. */
  rescore: number | null;
}

/** A measured session, or the end of one that was cut. */
export interface MeasuredEnd {
  facts: SessionFacts;
  /** null for a whole session. */
  before: Cut | null;
  material: Material;
  assembled: AssembledSession;
  prompts: readonly MarkedPrompt[];
  measures: readonly SubSessionMeasure[];
  owner: Owner;
  /** The newest version of the organization's baselines. */
  baselineVersion: number;
}
