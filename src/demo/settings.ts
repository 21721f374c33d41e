/** The settings of the demo's appliance: its own, and the language model that the environment names. */
import type { Environment } from "../settings/environment.ts";
import { describeSettingsProblems, readSettings } from "../settings/read.ts";
import type { Settings } from "../settings/schema.ts";
import { RECORDED_MODEL } from "./recorded/serve-recorded-model.ts";

/** Nothing else of the environment, and no file of the current folder, changes the demo. */
const HEEDED = /^SCORING_(?:LLM_|OFFLINE$)/;

/** Questions to the recorded model at once; it answers within a millisecond. */
const AT_ONCE = 8;

/** The model that judges the demo's prompts. */
export interface DemoModel {
  name: string;
  /** Whether it is the demo's own, with recorded answers. */
  recorded: boolean;
}

/**
 * Returns the settings for a throwaway directory.
 *
 * @throws When a setting of the language model is wrong, in words for a person.
 */
export function demoSettings(
  directory: string,
  { environment, recordedUrl }: { environment: Environment; recordedUrl: string },
): { settings: Settings; model: DemoModel } {
  const heeded = Object.fromEntries(Object.entries(environment).filter(([name]) => HEEDED.test(name)));
  const read = readSettings({ "data-dir": directory, listen: "127.0.0.1:0" }, heeded);
  if (!read.ok) throw new Error(describeSettingsProblems(read.problem));
  const { settings } = read.value;
  const { llmBaseUrl, llmModel, offline } = settings;
  if (llmBaseUrl !== null && llmModel !== null && !offline)
    return { settings, model: { name: llmModel, recorded: false } };
  const recorded = { llmBaseUrl: recordedUrl, llmModel: RECORDED_MODEL, llmApiKey: null };
  return {
    settings: { ...settings, ...recorded, offline: false, llmConcurrency: AT_ONCE },
    model: { name: RECORDED_MODEL, recorded: true },
  };
}
