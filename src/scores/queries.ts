/** The queries about scores, by the names that routes ask for. */
import { onDatabase } from "../database/asked.ts";
import { readInputs } from "./inputs/read-inputs.ts";
import { listScores } from "./list-scores.ts";
import { readRubricTrend } from "./prompts/read-rubric-trend.ts";
import { readRollup } from "./rollup/read-rollup.ts";
import { readScored } from "./team/read-scored.ts";
import { readDividedTeam, readTeam } from "./team/read-team.ts";
import { readRepairs } from "./trends/read-repairs.ts";
import { readTrend, readTrends } from "./trends/read-trend.ts";

export const SCORES_QUERIES = onDatabase({
  listScores,
  readTrend,
  readTrends,
  readRepairs,
  readInputs,
  readTeam,
  readScored,
  readDividedTeam,
  readRollup,
  readRubricTrend,
});
