/** Backups, and data directories that are made of them. */
import { join } from "node:path";
import { localStores } from "../../src/stores.ts";
import { expectRows } from "./same.ts";
import { expectThat, type Step } from "./step.ts";
import type { Moment, Trial } from "./trial.ts";

export const COPY_STEPS: readonly Step[] = [
  {
    name: "backup, restore",
    quick: "compared",
    work: (trial) => copyAll(trial, { name: "served", moment: "sent" }),
  },
];

export const STOPPED_COPY_STEPS: readonly Step[] = [
  {
    name: "backup, stopped",
    work: (trial) => copyAll(trial, { name: "stopped", moment: "sent" }),
  },
];

interface BackedUp {
  records: number;
  missing: string[];
}

/** Makes a backup, verifies it, restores it, and verifies what was restored, which has the same rows. */
async function copyAll(trial: Trial, { name, moment }: { name: string; moment: Moment }): Promise<void> {
  const file = join(trial.folder, `${name}.tar`);
  const { records, missing } = await trial.ask<BackedUp>("backup", file);
  expectThat(records > 0 && missing.length === 0, `${records} records, missing: ${missing.join(", ")}`);
  if (trial.common.work.how === "whole") await trial.succeed("verify", file);
  const directory = join(trial.folder, `${name}-restored`);
  const restored = await trial.local("restore", file, "--data-dir", directory);
  expectThat(restored.code === 0, `restore: ${restored.err}`);
  await expectRows(trial, await trial.dump(localStores(directory)), moment);
  if (trial.common.work.how === "quick") return;
  const verified = await trial.local("verify", "--data-dir", directory);
  expectThat(verified.code === 0, `verify of what was restored: ${verified.out}${verified.err}`);
}
