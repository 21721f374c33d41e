/** Judges for tests: a real client and a real ledger, asked of the scripted model. */
import { z } from "zod";
import type { Database } from "../../src/database/engine.ts";
import { openDatabase } from "../../src/database/open.ts";
import { prepareTables } from "../../src/database/prepare.ts";
import { JUDGE_CALLS, judgeTables } from "../../src/judge/ledger-table.ts";
import { type JudgeParts, openJudge, type RunningJudge } from "../../src/judge/open-judge.ts";
import type { Question } from "../../src/judge/question.ts";
import { tables } from "../../src/database/table-shape.ts";
import { SETTINGS, type Settings } from "../../src/settings/schema.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";

export const NOON = Date.UTC(2026, 10, 22, 12);

/** A judge with what was seen of it. */
export interface TriedJudge {
  judge: RunningJudge;
  database: Database;
  /** What it would have waited, in order; nothing waits here. */
  pauses: Milliseconds[];
  /** How each call in the ledger ended, in order. */
  ends(): Promise<string[]>;
}

/**
 * Opens a judge of the address.
 *
 * @remarks Takes settings and parts that differ.
 */
export async function tryJudge(
  url: string | null,
  settings: Partial<Settings> = {},
  parts: Partial<JudgeParts> = {},
): Promise<TriedJudge> {
  const database = parts.database ?? openDatabase(":memory:", "write");
  await prepareTables(database, [judgeTables]);
  const pauses: Milliseconds[] = [];
  const judge = await openJudge({
    settings: { ...SETTINGS.parse({}), llmBaseUrl: url, llmModel: "small", ...settings },
    database,
    clock: () => NOON,
    log: silentLog,
    random: () => 0.5,
    costOf: (_, { input, output }) => input + 10 * output,
    pause: async (waitMs, signal) => {
      pauses.push(waitMs);
      signal?.throwIfAborted();
    },
    ...parts,
  });
  const ends = async (): Promise<string[]> => {
    await judge.settled();
    const rows = await tables(database, JUDGE_CALLS).selectFrom("judge_calls").select("outcome").execute();
    return rows.map(({ outcome }) => outcome);
  };
  return { judge, database, pauses, ends };
}

export const COLOUR = z.strictObject({ colour: z.enum(["red", "green"]), why: z.string() });

/** A question with an answer of two fields. */
export function askColour(about = "grass"): Question<z.infer<typeof COLOUR>> {
  return {
    purpose: "rubric",
    organization: "acme",
    system: "You name colours.",
    user: `Which colour has ${about}?`,
    answer: { name: "colour", schema: COLOUR },
    maxOutputTokens: 100,
  };
}
