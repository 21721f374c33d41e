/** Builds and runs the Collector of this folder. */
import { $ } from "bun";
import { join } from "node:path";

/** Returns the path of the program, built into the folder. */
export async function buildCollector(folder: string): Promise<string> {
  const program = join(folder, "collector");
  await $`go build -o ${program} .`.cwd(import.meta.dir).quiet();
  return program;
}

/** @param run - The settings' file in the folder, where the log is written too. */
export function startCollector(run: {
  program: string;
  folder: string;
  file: string;
  env?: Readonly<Record<string, string>>;
}): Bun.Subprocess {
  const { program, folder, file, env } = run;
  return Bun.spawn([program, "--config", join(folder, file)], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: Bun.file(join(folder, `${file}.log`)),
  });
}

/** Two Collectors on one machine would both want the port of their own metrics. */
export function withoutOwnMetrics(settings: string): string {
  return settings.replace(/^service:$/m, "service:\n  telemetry: { metrics: { level: none } }");
}
