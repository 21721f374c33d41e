/** `scoring demo`: shows scores of sample sessions on a throwaway appliance. */
import { type Command, hasFlag } from "../command.ts";

export const DEMO: Command = {
  name: "demo",
  operands: [],
  summary: "Shows the score table of sample data, on a throwaway appliance.",
  details:
    "It listens on a free port, sends captured and generated sessions through it, and removes everything again.",
  flags: { keep: { summary: "Keeps it running, and prints its address and a key." } },
  reads: "nothing",
  run: (call) =>
    call.program.runDemo({ keep: hasFlag(call, "keep"), json: hasFlag(call, "json") }, call.speaker),
};
