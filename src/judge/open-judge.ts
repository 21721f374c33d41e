/** Opens the judge: everything that asks the language model asks it here. */
import { fail } from "../vocabulary/result.ts";
import type { Settings } from "../settings/schema.ts";
import type { Judge } from "./question.ts";

/** The settings of the language model. */
export type JudgeSettings = Pick<Settings, "llmBaseUrl" | "llmApiKey" | "llmModel" | "offline">;

/** Opens the judge of the settings; without a model every question is `not_configured`. */
export function openJudge({ settings }: { settings: JudgeSettings }): Judge {
  const { offline, llmModel } = settings;
  return {
    model: llmModel,
    ask: async () => fail({ kind: offline ? "offline" : "not_configured" }),
  };
}
