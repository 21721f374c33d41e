/** Puts together what a card about a sub-session is written from. */
import type { Database } from "../../../database/open.ts";
import type { MetricsRow } from "../../../metrics/columns-table.ts";
import { adviceOn } from "../../../rubric/notes.ts";
import { readJudgements } from "../../../rubric/prompts/judgements-table.ts";
import { promptOf } from "../../../turns/create-tables.ts";
import { tokenEquivalents } from "../../../turns/totals.ts";
import type { AdvisedPrompt, AdvisedTurn, AdvisedWork } from "./work.ts";
import { readPlaceOf, readPromptsOf, readTurnsOf, type WorkPrompt, type WorkTurn } from "./work-table.ts";

/** A sub-session to be advised on, and all of its prompts, trivial ones too. */
export interface FoundWork extends AdvisedWork {
  /** The ids of their events, in order. */
  promptIds: readonly string[];
}

/** Returns null for a sub-session that is not there any more. */
export async function readWork(database: Database, metrics: MetricsRow): Promise<FoundWork | null> {
  const place = await readPlaceOf(database, metrics.sub_session);
  if (place === null) return null;
  const turns = await readTurnsOf(database, place);
  const prompts = await readPromptsOf(database, place);
  const advice = await readAdvice(database, prompts);
  return {
    metrics,
    place,
    promptIds: turns.flatMap((turn) => promptOf(turn) ?? []),
    prompts: prompts.map((row) => advisedPrompt(row, advice.get(row.content ?? "") ?? [])),
    turns: turns.map(advisedTurn),
  };
}

/** Returns by content, what would have made the prompt better. */
async function readAdvice(
  database: Database,
  prompts: readonly WorkPrompt[],
): Promise<Map<string, readonly string[]>> {
  const [first] = prompts;
  if (first === undefined) return new Map();
  const judged = prompts.flatMap(({ content, model }) =>
    content === null || model === null ? [] : [{ content, model }],
  );
  const found = await readJudgements(database, first.organization, judged);
  return new Map(found.map(({ content, judgement }) => [content, adviceOn(judgement.verdicts)]));
}

function advisedPrompt(row: WorkPrompt, advice: readonly string[]): AdvisedPrompt {
  const { prompt, turn_index, text, repair, rubric_score } = row;
  return {
    id: prompt,
    turnIndex: turn_index,
    text,
    repairs: repair === 1,
    rubricScore: rubric_score,
    advice,
  };
}

function advisedTurn(row: WorkTurn): AdvisedTurn {
  const { input_uncached: input, output, cache_read: cacheRead, cache_creation: cacheCreation } = row;
  return {
    index: row.turn_index,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    failedCalls: row.failed_calls,
    tokens: tokenEquivalents({ input, output, cacheRead, cacheCreation }),
  };
}
