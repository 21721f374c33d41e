/** A made-up agent and a made-up metric, added by the recipes to a copy of the source: everything follows. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readText, ROOT } from "../sources.ts";

const copy = mkdtempSync(join(tmpdir(), "made-up-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const PROBE = "test/dashboard/made-up-probe.tsx";

const AGENT = `
import type { AgentDeclaration } from "../declaration.ts";
import { vscodeDialect } from "../vscode/dialect.ts";

export const madeUp: AgentDeclaration<"made-up"> = {
  name: "made-up",
  title: "Made-up Agent",
  service: /^made-up/,
  neededSignals: ["traces"],
  untold: [],
  noPromptRemedy: "Send prompts.",
  connect: null,
  dialect: vscodeDialect,
};
`;

const METRIC = `  {
    name: "mu",
    title: "Made-up metric",
    short: "Made-up",
    looksAt: "nothing at all",
    formula: "Always 50.",
    help: "Nothing would help.",
    seenIn: "sessions",
    skillWeight: 5,
    centred: false,
    scoreOf: () => 50,
    reasonOf: () => "too_few",
  },
`;

/** Changes one file of the copy as a recipe says. */
function change(path: string, ...changes: readonly [before: string, after: string][]): void {
  let text = readText(path);
  for (const [before, after] of changes) {
    expect(text).toContain(before);
    text = text.replace(before, after);
  }
  writeFileSync(join(copy, path), text);
}

function run(...command: string[]): { exitCode: number; output: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: copy });
  return { exitCode, output: `${stdout.toString()}${stderr.toString()}` };
}

beforeAll(() => {
  for (const folder of ["src", "embedded"])
    cpSync(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\.(zst|bundle|jsonl\.gz|woff2)$|\/nats-server$/.test(path),
    });
  mkdirSync(join(copy, "docs"));
  for (const file of ["package.json", "tsconfig.json", "docs/glossary.md"])
    cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "src/normaliser/dialects/made-up"));
  writeFileSync(join(copy, "src/normaliser/dialects/made-up/agent.ts"), AGENT);
  change(
    "src/normaliser/dialects/agents.ts",
    ["import { opencode }", 'import { madeUp } from "./made-up/agent.ts";\nimport { opencode }'],
    ["  other,\n] as const", "  madeUp,\n  other,\n] as const"],
  );
  const end = "] as const satisfies readonly Metric[]";
  change("src/metrics/metrics.ts", [end, `${METRIC}${end}`]);
  const habit = "  fc: flowHabit,\n";
  change("src/insights/advisor/writing/write-card.ts", [habit, `${habit}  mu: () => null,\n`]);
  const habits = "  fc: FLOW_HABITS,\n";
  change("src/insights/advisor/habits/rules/every-habit.ts", [habits, `${habits}  mu: [],\n`]);
  cpSync(join(ROOT, PROBE), join(copy, PROBE));
});

describe("a made-up agent and metric, added as the recipes say", () => {
  test.each([[[]], [["--project=embedded/dashboard"]]])(
    "need no other file: %p finds no type error",
    (project) => {
      expect(run(process.execPath, "check", "--no-script", ...project)).toMatchObject({ exitCode: 0 });
    },
  );

  test("are in columns, answers and pages", () => {
    const { exitCode, output } = run(process.execPath, PROBE);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
    const found = JSON.parse(output) as Record<string, string | string[]>;
    for (const list of ["columns", "row", "inputs", "series"] as const) expect(found[list]).toContain("mu");
    expect(found["agents"]).toContain("made-up");
    expect(found["cell"]).toContain("Made-up metric");
    expect(found["cell"]).toContain("nothing at all");
    expect(found["picker"]).toContain('<option value="made-up">Made-up Agent</option>');
  });
});
