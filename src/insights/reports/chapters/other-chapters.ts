/** The list of a report's chapters, except the overview, which is computed from them. */
import type { z } from "zod";
import { describeAppendix } from "../../../../embedded/dashboard/report/chapters/appendix.ts";
import { describeCoaching } from "../../../../embedded/dashboard/report/chapters/coaching.ts";
import { describePrompts } from "../../../../embedded/dashboard/report/chapters/prompts.ts";
import { describeRightsizing } from "../../../../embedded/dashboard/report/chapters/rightsizing.ts";
import { describeScores } from "../../../../embedded/dashboard/report/chapters/scores.ts";
import { describeThrottle } from "../../../../embedded/dashboard/report/chapters/throttle.ts";
import { describeWaste } from "../../../../embedded/dashboard/report/chapters/waste.ts";
import { APPENDIX, workOutAppendix } from "./appendix.ts";
import { chapterOf } from "./chapter.ts";
import { COACHING, workOutCoaching } from "./coaching.ts";
import { PROMPTS, workOutPrompts } from "./prompts.ts";
import { RIGHTSIZING_CHAPTER, workOutRightsizing } from "./rightsizing.ts";
import { SCORES, workOutScores } from "./scores.ts";
import { THROTTLE, workOutThrottle } from "./throttle.ts";
import { WASTE, workOutWaste } from "./waste.ts";

/** In the order in which they are read and computed. */
export const OTHER_CHAPTERS = [
  chapterOf({ id: "scores", schema: SCORES, workOut: workOutScores, describe: describeScores }),
  chapterOf({ id: "prompts", schema: PROMPTS, workOut: workOutPrompts, describe: describePrompts }),
  chapterOf({ id: "throttle", schema: THROTTLE, workOut: workOutThrottle, describe: describeThrottle }),
  chapterOf({
    id: "rightsizing",
    schema: RIGHTSIZING_CHAPTER,
    workOut: workOutRightsizing,
    describe: describeRightsizing,
  }),
  chapterOf({ id: "waste", schema: WASTE, workOut: workOutWaste, describe: describeWaste }),
  chapterOf({ id: "coaching", schema: COACHING, workOut: workOutCoaching, describe: describeCoaching }),
  chapterOf({ id: "appendix", schema: APPENDIX, workOut: workOutAppendix, describe: describeAppendix }),
] as const;

type Listed = (typeof OTHER_CHAPTERS)[number];

/** Their schemas, by id. */
export type OtherSchemas = { [Each in Listed as Each["id"]]: Each["schema"] };

/** Their numbers, by id. */
export type OtherChapters = { [Id in keyof OtherSchemas]: z.infer<OtherSchemas[Id]> };
