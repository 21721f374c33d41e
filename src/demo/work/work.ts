/** What an agent does after a prompt: model calls and tools in turn, with the failures that happen. */
import { type Milliseconds, type Ratio, SECOND } from "../../vocabulary/units.ts";
import type { Goal } from "../asks/goals.ts";
import { type ProviderTrouble, troubleOf } from "./provider-trouble.ts";
import { emptyContext, grow, pass, type Scene } from "./scene.ts";
import type { Approval, ToolUse } from "./session.ts";
import { codeLines, testOutput } from "./texts.ts";

/** What a prompt makes the agent do. */
export interface Plan {
  goal: Goal;
  reads: number;
  edits: number;
  tests: boolean;
  commits: boolean;
}

/** How the work ended. */
export type Ending = "done" | "refused" | "gave_up";

const FAILS: Ratio = 0.015;
const STAYS_DOWN: Ratio = 0.35;
const STAYS_REFUSING: Ratio = 0.9;
const MOST_ATTEMPTS = 4;
const STATUSES = [429, 429, 529, 529, 503] as const;
const TESTS_PASS: Ratio = 0.78;
const HALF_OF_OUTPUT_REASONS: Ratio = 0.4;

/** Works until the plan is done, an edit is refused, or the model cannot be reached. */
export function work(scene: Scene, plan: Plan): Ending {
  for (const use of toolsOf(scene, plan)) {
    if (!callModel(scene, use.tool === "edit" ? 900 : 300)) return "gave_up";
    if (useTool(scene, use) === "refused") return callModel(scene, 90) ? "refused" : "gave_up";
  }
  return callModel(scene, 420) ? "done" : "gave_up";
}

function* toolsOf({ random, folder, habits: { server } }: Scene, plan: Plan): Generator<ToolUse> {
  const { goal } = plan;
  for (let index = 0; index < plan.reads; index += 1) {
    const file = goal.files[index % goal.files.length] ?? goal.files[0];
    yield index >= goal.files.length
      ? {
          tool: "shell",
          command: `rg -n ${goal.part.symbol}`,
          exitCode: 0,
          output: `${file}:12: ${goal.part.symbol}`,
        }
      : { tool: "read", path: `${folder}/${file}`, ...(server !== null && index === 0 && { server }) };
  }
  for (let index = 0; index < plan.edits; index += 1) {
    const file = goal.files[index % goal.files.length] ?? goal.files[0];
    const removed = codeLines(random, goal.part.symbol, random.whole(0, 6));
    const added = codeLines(random, goal.part.symbol, random.whole(3, 22));
    yield { tool: "edit", path: `${folder}/${file}`, removed, added };
  }
  if (plan.tests) yield* testRuns(random, goal);
  if (plan.commits) {
    const command = `git commit -am "${goal.commit}"`;
    yield { tool: "shell", command, exitCode: 0, output: `[main ${random.hex(7)}] ${goal.commit}` };
  }
}

/** A failing run is mostly mended and run again in the same turn. */
function* testRuns(random: Scene["random"], goal: Goal): Generator<ToolUse> {
  const run = (passes: boolean): ToolUse => ({
    tool: "shell",
    command: goal.part.test,
    exitCode: passes ? 0 : 1,
    output: testOutput(random, passes),
  });
  const passes = random.chance(TESTS_PASS);
  yield run(passes);
  if (!passes && random.chance(0.5)) yield run(true);
}

/** Returns false when the agent gave up after several failed attempts. */
function callModel(scene: Scene, usualOutput: number): boolean {
  const { random, traits } = scene;
  if (scene.context > traits.window * traits.compactsAt) compact(scene, false);
  const trouble = troubleOf(scene);
  const refusal = trouble?.refusal ?? null;
  if (random.chance(refusal?.share ?? FAILS) && !survivesFailures(scene, refusal)) return false;
  const output = Math.round(random.around(usualOutput, 0.5));
  const firstTokenMs = Math.round(random.around(900, 0.35));
  const startedAt = scene.now + random.whole(20, 120);
  const usual = firstTokenMs + output * random.around(traits.perToken, 0.2);
  pass(scene, startedAt - scene.now + usual * (trouble?.slower ?? 1));
  const tokens = {
    fresh: scene.fresh,
    cached: scene.context - scene.fresh,
    output,
    reasoning: Math.round(output * HALF_OF_OUTPUT_REASONS * random.next()),
  };
  scene.steps.push({ kind: "call", startedAt, at: scene.now, firstTokenMs, tokens });
  scene.fresh = 0;
  grow(scene, output);
  return true;
}

/** A provider that refuses everybody does so again and again. */
function survivesFailures(scene: Scene, refusal: ProviderTrouble["refusal"]): boolean {
  const { random } = scene;
  const status = refusal?.status ?? random.pick(STATUSES);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const startedAt = scene.now + 20;
    pass(scene, 20 + random.around(350, 0.3));
    const final = attempt === MOST_ATTEMPTS;
    scene.steps.push({ kind: "failed_call", startedAt, at: scene.now, status, attempt, final });
    pass(scene, SECOND * 2 ** attempt);
    if (!final && !random.chance(refusal === null ? STAYS_DOWN : STAYS_REFUSING)) return true;
  }
  return false;
}

/** Puts a summary in the place of the conversation. */
export function compact(scene: Scene, byPerson: boolean): void {
  const before = scene.context;
  pass(scene, scene.random.around(14 * SECOND, 0.3));
  emptyContext(scene);
  grow(scene, scene.random.around(5_000, 0.3));
  scene.steps.push({ kind: "compaction", at: scene.now, byPerson, before, after: scene.context });
}

function useTool(scene: Scene, use: ToolUse): Approval {
  const { habits, random } = scene;
  const approval = approvalOf(scene, use);
  if (approval !== "automatic") pass(scene, random.around(4 * SECOND, 0.6));
  const startedAt = scene.now;
  if (approval !== "refused") pass(scene, durationOf(scene, use));
  scene.steps.push({ kind: "tool", startedAt, at: Math.max(scene.now, startedAt), use, approval });
  pass(scene, 30);
  grow(scene, use.tool === "edit" ? 250 : random.around(habits.toolAnswer, 0.6));
  return approval;
}

/** Reading is never asked about. */
function approvalOf({ habits, random }: Scene, use: ToolUse): Approval {
  if (!habits.approves || use.tool === "read") return "automatic";
  if (use.tool === "edit" && random.chance(habits.refuses)) return "refused";
  return random.chance(0.5) ? "accepted" : "automatic";
}

function durationOf({ random }: Scene, use: ToolUse): Milliseconds {
  return use.tool === "shell" ? random.around(25 * SECOND, 0.7) : random.around(40, 0.5);
}
