/** The chapters that the overview covers. */
import type { Appendix } from "./appendix.ts";
import type { Coaching } from "./coaching.ts";
import type { Prompts } from "./prompts.ts";
import type { RightsizingChapter } from "./rightsizing.ts";
import type { Scores } from "./scores.ts";
import type { Throttle } from "./throttle.ts";
import type { Waste } from "./waste.ts";

export interface OtherChapters {
  scores: Scores;
  prompts: Prompts;
  throttle: Throttle;
  rightsizing: RightsizingChapter;
  waste: Waste;
  coaching: Coaching;
  appendix: Appendix;
}
