/** `GET /v1/insights/highlights`: the best and the worst of a window, each with what it rests on. */
import { z } from "zod";
import { listQualityRetention } from "../../../metrics/retention/list-quality-retention.ts";
import { SESSION_RETENTION } from "../../../metrics/retention/retention-answer.ts";
import { CHAIN_ROW } from "../../../rubric/lists/chain-answer.ts";
import { listPromptChains } from "../../../rubric/lists/list-chains.ts";
import type { ChapterParts } from "../chapters/chapter.ts";
import { PROMPTS, workOutPrompts } from "../chapters/prompts.ts";
import { THROTTLE, workOutThrottle } from "../chapters/throttle.ts";
import { type WindowQuery, windowFor } from "./window-query.ts";

export const HIGHLIGHTS = z.object({
  best: z.object({
    prompts: PROMPTS.shape.best,
    chains: z.array(CHAIN_ROW).describe("The longest chains of prompts without a repair, at most five."),
  }),
  worst: z.object({
    prompts: PROMPTS.shape.worst,
    sessions: z.array(SESSION_RETENTION).describe("Whose edits lasted least, at most five."),
    episodes: THROTTLE.shape.events,
  }),
});

export type Highlights = z.infer<typeof HIGHLIGHTS>;

const MOST = 5;

/** Reads them. */
export async function readHighlights(parts: ChapterParts, query: WindowQuery): Promise<Highlights> {
  const { database } = parts;
  const window = await windowFor(database, query);
  const prompts = await workOutPrompts(parts, window);
  const { chains } = await listPromptChains(database, { ...window, limit: MOST, after: null });
  const { sessions } = await listQualityRetention(database, { ...window, limit: MOST, after: null });
  const throttle = await workOutThrottle(parts, window);
  return {
    best: { prompts: prompts.best, chains },
    worst: { prompts: prompts.worst, sessions, episodes: throttle.events },
  };
}
