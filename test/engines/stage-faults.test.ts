/** Statements of single stages that break: scripts/postgres-faults.ts breaks all of them, one in each pass. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isSkipped } from "../skipped.ts";
import { isCommit } from "./broken-passes.ts";
import { BrokenStages, SCENE_NAMES } from "./broken-stages.ts";
import { findPostgres } from "./postgres.ts";
import type { StatementFault } from "./postgres-proxy.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";
const FAULTS: readonly StatementFault[] = [
  "before",
  { state: "40001" },
  { state: "40P01" },
  { state: "57P01" },
];
/** Of the statements that are no commits. */
const OTHERS = 5;

describe.skipIf(isSkipped(missing === "", missing))("while statements of a stage break", () => {
  let stages: BrokenStages;
  beforeAll(async () => {
    if ("programs" in found) stages = await BrokenStages.start(found.programs);
  }, 600_000);
  afterAll(() => stages?.stop());

  test.each(SCENE_NAMES)(
    "nothing is lost, doubled or given up by %s",
    async (scene) => {
      const { statements, changed } = await stages.pass(scene);
      expect(changed).toBeGreaterThan(0);
      const commits = [...statements].filter(isCommit);
      const others = [...statements].filter((each) => !isCommit(each));
      const step = Math.ceil(others.length / OTHERS);
      const chosen = others.filter((_, place) => place % step === 0);
      const breaks: [string, StatementFault][] = [
        ...commits.map((name): [string, StatementFault] => [name, "after"]),
        ...chosen.map((name, at): [string, StatementFault] => [name, FAULTS[at % FAULTS.length] ?? "before"]),
      ];
      const { broken, problems } = await stages.pass(scene, new Map(breaks));
      expect(broken.size).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    },
    600_000,
  );
});
