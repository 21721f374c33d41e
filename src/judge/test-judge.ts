/** One small call to the judge model, to see whether it answers. */
import { z } from "zod";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import type { MicroUsd, Milliseconds, Tokens } from "../vocabulary/units.ts";
import type { Judge, JudgeProblem } from "./question.ts";

/** What an answer took. */
export interface TestedJudge {
  model: string;
  latencyMs: Milliseconds;
  inputTokens: Tokens;
  outputTokens: Tokens;
  cost: MicroUsd | null;
}

const CAPITAL = z.strictObject({ capital: z.string().min(1).max(100) });

/**
 * @throws As the judge.
 * @remarks Takes on whose behalf it is asked; the ledger says so.
 */
export async function testJudge(
  judge: Judge,
  organization: string,
  signal?: AbortSignal,
): Promise<Result<TestedJudge, JudgeProblem>> {
  const reply = await judge.ask(
    {
      purpose: "test",
      isAwaited: true,
      organization,
      system: "You answer with JSON.",
      user: 'What is the capital of France? Answer as {"capital": "..."}.',
      answer: { name: "capital", schema: CAPITAL },
      maxOutputTokens: 200,
    },
    signal,
  );
  if (!reply.ok) return fail(reply.problem);
  const { answer: _, ...took } = reply.value;
  return succeed(took);
}
