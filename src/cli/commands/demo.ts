/** `scoring demo`: shows scores of sample sessions on a throwaway appliance. */
import { type Command, hasFlag } from "../command.ts";

export const DEMO: Command = {
  name: "demo",
  operands: [],
  summary: "Show the score table of sample data, with a temporary server.",
  details:
    "It starts a server on a free port, sends it captured and generated sessions, prints the scores, and removes " +
    "everything again.",
  flags: { keep: { summary: "Keep the server running, and print its address and a key." } },
  reads: "nothing",
  run: (call) =>
    call.program.runDemo({ keep: hasFlag(call, "keep"), json: hasFlag(call, "json") }, call.speaker),
};
