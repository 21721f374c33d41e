/** `scoring judge check`: how well the configured judge model judges prompts. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { openPricedJudge } from "../../appliance/judge.ts";
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { explainJudgeProblem } from "../../judge/explain-problem.ts";
import type { RunningJudge } from "../../judge/open-judge.ts";
import { testJudge } from "../../judge/test-judge.ts";
import { RUBRIC_VERSION } from "../../rubric/checks.ts";
import { runTrial, type TrialRun } from "../../rubric/trial/run-trial.ts";
import { endpointOf } from "../../rubric/trial/read-check.ts";
import { figuresOf } from "../../rubric/trial/trial-figures.ts";
import { shippedPrompts } from "../../rubric/trial/trial-prompts.ts";
import { saveTrial, type Trial, trialTables } from "../../rubric/trial/trials-table.ts";
import { silentLog } from "../../vocabulary/log.ts";
import { SECOND } from "../../vocabulary/units.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { recordCommand } from "../audit/note-command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { describeTrial, formatTrial } from "../judge/trial-text.ts";
import { settingFlags } from "../setting-flags.ts";
import { chosenOrganization, hasTables, working } from "../stores.ts";

const USUAL_RUNS = 2;
const MOST_RUNS = 5;

export const JUDGE_CHECK: Command = {
  name: "judge check",
  operands: [],
  summary:
    "Try the configured judge model on prompts whose verdicts are known, and show how far it can be trusted.",
  details:
    "It asks about each of the prompts that come with the program, twice, and compares its verdicts with those of a careful " +
    "reader: the share that agrees, and Cohen's kappa (0 is chance, 1 is full agreement) with its 95 % interval. It also " +
    "says whether two runs agree, whether quotes are in the text, and whether an order inside a prompt changes a verdict.\n\n" +
    "The calls count in the ledger and in the budget. The last result is kept and shown by scoring status.",
  flags: {
    runs: {
      value: "N",
      summary: `How often to ask about each prompt, 1 to ${MOST_RUNS} (default ${USUAL_RUNS}).`,
    },
    ...settingFlags(["llmBaseUrl", "llmModel", "llmTimeoutMs", "llmConcurrency"]),
  },
  reads: "directory",
  check: (call) => void runsOf(call),
  run: async (call) => {
    const runs = runsOf(call);
    const trial = await working(call, async (database) => {
      if (!(await hasTables(database, trialTables)))
        throw new CommandFailure(
          "an earlier version wrote this data directory. Start the server once (scoring serve).",
        );
      const tried = await tryOut(call, database, runs);
      await inTransaction(database, "full", async (transaction) => {
        await saveTrial(transaction, tried);
        const details = { prompts: shippedPrompts().prompts.length, runs };
        await recordCommand(call, transaction, { organization: null, action: "model_tested", details });
      });
      return tried;
    });
    writeAnswer(call, describeTrial(trial), formatTrial(trial, call.speaker.columns));
    return 0;
  },
};

function runsOf(call: CommandCall): number {
  const given = textFlag(call, "runs") ?? String(USUAL_RUNS);
  const runs = Number(given);
  if (Number.isInteger(runs) && runs >= 1 && runs <= MOST_RUNS) return runs;
  throw new CommandFailure(`--runs ${given}: expected a whole number from 1 to ${MOST_RUNS}`, 2);
}

async function tryOut(call: CommandCall, database: Database, times: number): Promise<Trial> {
  const { settings } = call.loaded;
  const { clock } = call.program;
  const judge = await openPricedJudge({ settings, database, clock, log: silentLog }, loadPrices(settings));
  const organization = (await chosenOrganization(call, database)).id;
  const tested = await testJudge(judge, organization);
  if (!tested.ok) throw new CommandFailure(explainJudgeProblem(tested.problem));
  const endpoint = endpointOf(settings.llmBaseUrl);
  const startedAt = performance.now();
  const before = judge.state().counts;
  const { version, prompts } = shippedPrompts();
  const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
  const runs: TrialRun[] = [];
  for (let run = 0; run < times; run += 1) {
    const progress = (done: number): void =>
      line.show(`${run * prompts.length + done} of ${times * prompts.length} prompts judged`);
    runs.push(await runTrial(prompts, { judge, organization, clock, progress }));
  }
  line.clear();
  await judge.settled();
  return {
    model: tested.value.model,
    ...(endpoint !== null && { endpoint }),
    rubricVersion: RUBRIC_VERSION,
    promptsVersion: version,
    triedAt: clock(),
    figures: figuresOf(prompts, runs),
    ...spentSince(before, judge),
    seconds: (performance.now() - startedAt) / SECOND,
  };
}

function spentSince(
  before: ReturnType<RunningJudge["state"]>["counts"],
  judge: RunningJudge,
): Pick<Trial, "inputTokens" | "outputTokens" | "cost"> {
  const { counts, isPriced } = judge.state();
  return {
    inputTokens: counts.inputTokens - before.inputTokens,
    outputTokens: counts.outputTokens - before.outputTokens,
    cost: isPriced ? counts.cost - before.cost : null,
  };
}
