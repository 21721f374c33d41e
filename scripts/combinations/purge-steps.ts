/** People are purged: nothing of them is left, and others keep what they have. */
import { selectPurges } from "../../src/insights/governance/journal-table.ts";
import { eventually } from "../../test/eventually.ts";
import { emailOf } from "./people.ts";
import { expectSameRows } from "./same.ts";
import { expectThat, type Step } from "./step.ts";
import { findTraces } from "./traces.ts";
import type { Trial } from "./trial.ts";

export const PURGE_STEPS: readonly Step[] = [
  { name: "purge, stopped", quick: "all", work: purgeAnn },
  { name: "same rows of others", quick: "all", work: (trial) => expectSameRows(trial, "purged") },
  { name: "serve again", isNeeded: true, work: serveAgain },
  { name: "purge", work: purgeBob },
  {
    name: "stop again",
    work: ({ node }) => node.stop().then((code) => expectThat(code === 0, `it ended with ${code}`)),
  },
];

interface Purged {
  dryRun: boolean;
  finished: boolean;
  sessions: number;
  records: number;
}

function purge(trial: Trial, who: "ann" | "bob", ...flags: readonly string[]): Promise<Purged> {
  return trial.ask<Purged>("purge", "--developer", emailOf(who), ...trial.ofOrganization, ...flags);
}

async function purgeAnn(trial: Trial): Promise<void> {
  const { sessionsOfAnn } = trial.common.work;
  const words = [emailOf("ann"), ...sessionsOfAnn];
  expectThat(
    (await findTraces(trial, sessionsOfAnn)).length > 1,
    "nothing of the person is found before the purge",
  );
  const counted = trial.common.work.how === "whole" ? await purge(trial, "ann", "--dry-run") : null;
  const { finished, sessions, records } = await purge(trial, "ann");
  expectThat(
    sessions === sessionsOfAnn.length,
    `${sessions} sessions of ${sessionsOfAnn.length} were purged`,
  );
  if (counted !== null)
    expectThat(
      counted.records === records,
      `--dry-run counted ${counted.records} records, ${records} were removed`,
    );
  expectThat(finished, "it is not finished");
  const traces = await findTraces(trial, words);
  expectThat(traces.length === 0, `left are ${traces.join("; ")}`);
}

async function serveAgain(trial: Trial): Promise<void> {
  trial.node.start();
  await trial.node.ready();
  await trial.succeed("status");
  await trial.succeed("doctor");
}

async function purgeBob(trial: Trial): Promise<void> {
  const { sessions } = await purge(trial, "bob");
  expectThat(sessions > 0, "no session was purged");
  await eventually(
    () => trial.reading(async (database) => (await selectPurges(database)).every(({ done }) => done)),
    600_000,
  );
  const traces = await findTraces(trial, [emailOf("bob")]);
  expectThat(traces.length === 0, `left are ${traces.join("; ")}`);
}
