/** The list of tiers that comes with the program. */
import listed from "../../embedded/prices/tiers.json";

/** A provider's models, the lowest tier first and in each tier the newest model first. */
export interface Ladder {
  provider: string;
  /** The page that orders them. */
  source: string;
  tiers: readonly { tier: string; models: readonly string[] }[];
}

/** Every known ladder, as its source had it on the day that embedded/prices/tiers.json names. */
export const bundledLadders: readonly Ladder[] = listed.ladders;
