/**
 * The demo with a scripted language model, in a process of its own: for pictures of the pages about prompts.
 *
 * It prints what `scoring demo --keep --json` prints. Nothing of it is in the product, whose demo has no marks.
 */
import { type WorkerName, startAppliance } from "../../src/appliance/start.ts";
import { runDemo } from "../../src/demo/run.ts";
import { CHECKS, type CheckId } from "../../src/rubric/checks.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { startScriptedModel } from "../../test/judge/scripted-model.ts";
import { keepTrial } from "../../test/rubric/trial/kept-trial.ts";
import { carefulAnswer } from "../../test/rubric/trial/trials.ts";

const MODEL = "sample-model";

/** In how many of a hundred prompts each check is met. */
const MET: Readonly<Record<CheckId, number>> = {
  names_artifact: 81,
  builds_on_session: 60,
  points_to_example: 22,
  low_filler: 88,
  states_expected: 66,
  gives_evidence: 38,
  states_constraint: 41,
  one_deliverable: 79,
  self_contained: 76,
  not_fragment: 84,
  single_reading: 62,
  referents_resolved: 58,
  acceptance_condition: 34,
  asks_to_verify: 30,
};

const WORKERS: Readonly<Record<WorkerName, string>> = {
  engine: "../../src/appliance/engine/engine-worker.ts",
  reader: "../../src/answers/read-worker.ts",
  keys: "../../src/appliance/keys/keys-worker.ts",
};

const model = startScriptedModel({
  sense: {
    isMet: (check, text) => dice(check, text, 100) < (MET[check as CheckId] ?? 50),
    quote: (check, text) => wordsOf(text, dice(check, text, 3)),
  },
});

await runDemo({
  keep: true,
  environment: {},
  clock: systemClock,
  log: silentLog,
  progress: () => {},
  show: (shown) => void process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`),
  async startAppliance(settings, log) {
    const judging = { ...settings, offline: false, llmBaseUrl: model.url, llmModel: MODEL };
    const startWorker = (name: WorkerName) => new Worker(new URL(WORKERS[name], import.meta.url).href);
    const appliance = await startAppliance(judging, { clock: systemClock, log, startWorker });
    await keepTrial(settings.dataDir, {
      model: MODEL,
      triedAt: systemClock() - 4 * DAY,
      answer: mostlyRight,
    });
    return appliance;
  },
});
await model.stop();

function dice(check: string, text: string, sides: number): number {
  return Bun.hash.xxHash32(`${check} ${text}`) % sides;
}

/** A third of the text, so that its quotes stand in different places. */
function wordsOf(text: string, third: number): string {
  const words = text.split(" ");
  const size = Math.max(1, Math.ceil(words.length / 3));
  return words.slice(third * size, third * size + size).join(" ") || text;
}

/** Differs from a careful reader in one mark of seven, and oftener on one check. */
function mostlyRight(prompt: Parameters<typeof carefulAnswer>[0]): ReturnType<typeof carefulAnswer> {
  const answer = carefulAnswer(prompt);
  for (const { id } of CHECKS) {
    const errs = dice(id, prompt.text, 100) < (id === "single_reading" ? 45 : 14);
    if (!errs) continue;
    const isMet = answer.checks[id].verdict === "yes";
    answer.checks[id] = isMet
      ? { verdict: "no", evidence: null }
      : { verdict: "yes", evidence: prompt.text.slice(0, 8) };
  }
  return answer;
}
