/** The chapter "throttle": time lost to limits, overload and slow models. */
import { z } from "zod";
import { listThrottle } from "../../throttle/list-throttle.ts";
import { type ChapterParts, mostOf, type ReportWindow } from "./chapter.ts";
import { whyNoHours } from "../../throttle/summarize.ts";
import { THROTTLE_ANSWER } from "../../throttle/throttle-answer.ts";

export const THROTTLE = THROTTLE_ANSWER.extend({
  events: THROTTLE_ANSWER.shape.events.describe("The ten that cost most, the longest first."),
  eventsLeftOut: z.int().min(0),
  missing: z
    .string()
    .nullable()
    .describe("Why there is no figure; null when agents reported failures or how long calls took."),
});

export type Throttle = z.infer<typeof THROTTLE>;

const MOST_EVENTS = { report: 10, whole: 10_000 };

/** Computes the chapter. */
export async function workOutThrottle({ database }: ChapterParts, window: ReportWindow): Promise<Throttle> {
  const answer = await listThrottle(database, window);
  const most = mostOf(window, MOST_EVENTS);
  const longest = answer.events.toSorted((left, right) => right.lostMs - left.lostMs);
  return {
    ...answer,
    events: longest.slice(0, most),
    eventsLeftOut: Math.max(0, longest.length - most),
    missing: whyNoHours(answer.signals),
  };
}
