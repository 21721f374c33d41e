/** `scoring demo`: shows scores of sample sessions on a throwaway appliance. */
import { runDemo } from "../../demo/run.ts";
import { type Command, type CommandCall, hasFlag } from "../command.ts";
import { errorsOnly } from "../demo/errors-only.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { reportDemo } from "../demo/report.ts";
import type { ExitCode } from "../terminal.ts";

export const DEMO: Command = {
  name: "demo",
  operands: [],
  summary: "Show the score table of sample data, with a temporary server.",
  details:
    "It starts a server on a free port, sends it nine weeks of sample sessions, prints the scores of the last 30 days, " +
    "and removes everything again. What a judge model says of the samples is recorded with them; the model that " +
    "SCORING_LLM_BASE_URL and SCORING_LLM_MODEL name is asked instead where they are set.",
  flags: { keep: { summary: "Keep the server running, and print its address and a key." } },
  reads: "nothing",
  run: showDemo,
};

async function showDemo(call: CommandCall): Promise<ExitCode> {
  const { speaker, program } = call;
  const isDocument = hasFlag(call, "json");
  const progress = createProgressLine(speaker, { silent: isDocument });
  try {
    await runDemo({
      keep: hasFlag(call, "keep"),
      environment: call.environment,
      clock: program.clock,
      log: errorsOnly(speaker),
      startAppliance: program.startAppliance,
      progress: progress.show,
      show(shown) {
        progress.clear();
        if (isDocument) speaker.show(JSON.stringify(shown, null, 2));
        else reportDemo(shown, speaker);
      },
    });
    return 0;
  } finally {
    progress.clear();
  }
}
