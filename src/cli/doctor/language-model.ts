/** Whether the judge model of the settings answers, and whether its budget and price are in order. */
import { loadPrices } from "../../appliance/load-prices.ts";
import { modelCheckOf, openPricedJudge } from "../../appliance/judge.ts";
import { explainJudgeProblem } from "../../judge/explain-problem.ts";
import { judgeTables } from "../../judge/ledger-table.ts";
import type { JudgeState } from "../../judge/open-judge.ts";
import type { JudgeProblem } from "../../judge/question.ts";
import { type TestedJudge, testJudge } from "../../judge/test-judge.ts";
import { RUBRIC_VERSION } from "../../rubric/checks.ts";
import { CHECKED_THINGS, LEAST_KAPPA, weakChecks } from "../../rubric/trial/trial-figures.ts";
import { mayJudge } from "../../rubric/trial/read-check.ts";
import { readTrial, type Trial } from "../../rubric/trial/trials-table.ts";
import { describeError, silentLog } from "../../vocabulary/log.ts";
import type { Result } from "../../vocabulary/result.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { CommandCall } from "../command.ts";
import { chosenOrganization, hasTables, working } from "../stores.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const CHECK = "judge model";

/** Nobody waits for the doctor as long as for a judgement. */
const LONGEST_MS: Milliseconds = 30 * SECOND;

export async function checkLanguageModel(call: CommandCall): Promise<Finding[]> {
  const { settings } = call.loaded;
  if (settings.llmBaseUrl === null || settings.llmModel === null)
    return [ok(CHECK, "none is configured: prompts are kept, and wait without grades")];
  if (settings.offline)
    return [warn(CHECK, "offline forbids the connection to it", explainJudgeProblem({ kind: "offline" }))];
  try {
    return await askModel(call);
  } catch (error) {
    // a database that cannot be read or written is reported by other checks
    return [warn(CHECK, `not checked: ${describeError(error)}`, "see what was found about the database")];
  }
}

function askModel(call: CommandCall): Promise<Finding[]> {
  const { settings } = call.loaded;
  return working(call, async (database) => {
    if (!(await hasTables(database, judgeTables)))
      return [warn(CHECK, EARLIER, "start it once: scoring serve")];
    const organization = await chosenOrganization(call, database);
    const quicker = { ...settings, llmTimeoutMs: Math.min(settings.llmTimeoutMs, LONGEST_MS) };
    const parts = { settings: quicker, database, clock: call.program.clock, log: silentLog };
    const judge = await openPricedJudge(parts, loadPrices(settings));
    const tested = await testJudge(judge, organization.id);
    await judge.settled();
    const trial = await readTrial(database, settings.llmModel ?? "", RUBRIC_VERSION);
    const isHeld = !(await mayJudge(database, settings.llmModel, modelCheckOf(settings)));
    return [
      describeTest(tested, settings.llmModel),
      ...checkBudget(judge.state()),
      describeTrial(trial, isHeld),
    ];
  });
}

const EARLIER = "not checked: an earlier version of the server wrote this data directory";

function describeTest(tested: Result<TestedJudge, JudgeProblem>, model: string | null): Finding {
  if (tested.ok) return ok(CHECK, `${model} answers in ${Math.round(tested.value.latencyMs)} ms`);
  const remedy = explainJudgeProblem(tested.problem);
  const found = `${model} does not answer: ${tested.problem.kind.replaceAll("_", " ")}`;
  const isSpent = ["out_of_budget", "share_spent"].includes(tested.problem.kind);
  return isSpent ? warn(CHECK, found, remedy) : fail(CHECK, found, remedy);
}

/** What the model's check last found. */
function describeTrial(trial: Trial | null, isHeld: boolean): Finding {
  const check = "judge model's check";
  const held = isHeld ? "; nothing is judged until a check passes (judge_requires_check)" : "";
  if (trial === null) return ok(check, `${NOT_CHECKED}${held}`);
  const weak = weakChecks(trial.figures);
  const found = `kappa is below ${LEAST_KAPPA} for ${weak.length} of ${CHECKED_THINGS} checks: ${weak.join(", ")}${held}`;
  if (weak.length > 0)
    return warn(check, found, "set another model as llm_model; see docs/judge.md for which");
  // it may have passed at another address
  return ok(check, `kappa is at least ${LEAST_KAPPA} for every check${held}`);
}

const NOT_CHECKED =
  "not checked yet; a running server does it automatically with llm_check, or at once: scoring judge check";

function checkBudget({ budget, isPriced, model }: JudgeState): Finding[] {
  if (budget.cost === null || isPriced) return [];
  const found = `the price of ${model} is not known, so llm_monthly_budget_usd does not limit it`;
  return [
    warn("judge model's budget", found, "list its price in prices_file, or set llm_monthly_budget_tokens"),
  ];
}
