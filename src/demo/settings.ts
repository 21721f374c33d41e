/** The settings of the demo's appliance: its own, and the language model that the environment names. */
import type { Environment } from "../settings/environment.ts";
import { describeSettingsProblems, readSettings } from "../settings/read.ts";
import type { Settings } from "../settings/schema.ts";
import { RECORDED_MODEL } from "./recorded/serve-recorded-model.ts";

/** Nothing else of the environment, and no file of the current folder, changes a throwaway server. */
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
  const settings = throwawaySettings(directory, environment);
  const model = ownModel(settings);
  if (model !== null) return { settings, model };
  const recorded = { llmBaseUrl: recordedUrl, llmModel: RECORDED_MODEL, llmApiKey: null };
  return {
    settings: { ...settings, ...recorded, offline: false, llmConcurrency: AT_ONCE },
    model: { name: RECORDED_MODEL, recorded: true },
  };
}

/**
 * Returns the settings of a server on a free port with its data in the directory.
 *
 * @throws When a setting of the language model is wrong, in words for a person.
 */
export function throwawaySettings(directory: string, environment: Environment): Settings {
  const heeded = Object.fromEntries(Object.entries(environment).filter(([name]) => HEEDED.test(name)));
  const read = readSettings({ "data-dir": directory, listen: "127.0.0.1:0" }, heeded);
  if (!read.ok) throw new Error(describeSettingsProblems(read.problem));
  return read.value.settings;
}

/** Returns the language model that somebody set; null where there is none, or it may not be asked. */
export function ownModel({ llmBaseUrl, llmModel, offline }: Settings): DemoModel | null {
  const isAsked = llmBaseUrl !== null && llmModel !== null && !offline;
  return isAsked ? { name: llmModel, recorded: false } : null;
}
