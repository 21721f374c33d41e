/** Which build of the program this is, for `version`, the API and the log's first line. */
import { version } from "../../package.json";
import type { Milliseconds } from "./units.ts";

/** What scripts/build.ts writes into the executable; a checkout has neither. */
declare const SCORING_COMMIT: string | undefined;
declare const SCORING_BUILT_AT: string | undefined;
declare const SCORING_STREAM_SERVER: string | undefined;

/** The program's version, and the sources it was made from. */
export interface Build {
  version: string;
  /** The commit's short hash, followed by "+" when files differed from it; null in a checkout or outside git. */
  commit: string | null;
  /** ISO 8601, UTC; null when run from a checkout. */
  builtAt: string | null;
}

/** This build. */
export const build: Build = {
  version,
  commit: typeof SCORING_COMMIT === "string" && SCORING_COMMIT !== "" ? SCORING_COMMIT : null,
  builtAt: typeof SCORING_BUILT_AT === "string" ? SCORING_BUILT_AT : null,
};

/** When this build was made; null when run from a checkout. */
export const builtAtMs: Milliseconds | null = build.builtAt === null ? null : Date.parse(build.builtAt);

/** The version of the stream's server that the executable carries, and how it was obtained; null in a checkout. */
export const streamServer: string | null =
  typeof SCORING_STREAM_SERVER === "string" ? SCORING_STREAM_SERVER : null;
