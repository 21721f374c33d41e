/** Runs a command line in this process, as if nobody read along, or on a terminal of some width. */
import type { Program } from "../../src/cli/program.ts";
import { runCommandLine } from "../../src/cli/run.ts";
import { listScores } from "../../src/scores/list-scores.ts";
import { readTeam } from "../../src/scores/team/read-team.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { NOW } from "../identity/identity-database.ts";
import type { Outcome } from "./command-line.ts";

function never(): never {
  throw new Error("this command should not have asked for that");
}

/** What a command may ask of the program; by default nothing. */
export interface Around extends Partial<Program> {
  columns?: number;
  /** What is answered to every question; by default nobody is there to answer. */
  answer?: boolean;
  environment?: Record<string, string>;
}

/** Runs a command line on the real clock, with the environment of a machine that has no settings. */
export function scoring(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  return run(args, {
    clock: systemClock,
    listScores,
    readTeam,
    environment: { PATH: Bun.env["PATH"] ?? "", ...environment },
  });
}

export async function run(args: string[], around: Around = {}): Promise<Outcome> {
  const { columns, environment, answer, ...parts } = around;
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = {
    write: (text: string) => void out.push(text),
    complain: (text: string) => void err.push(text),
    ask: (question: string) => {
      err.push(question);
      return Promise.resolve(answer ?? null);
    },
    isPerson: columns !== undefined,
    columns: columns ?? null,
  };
  const program: Program = {
    clock: () => NOW,
    startAppliance: never,
    listScores: never,
    readTeam,
    ...parts,
  };
  const code = await runCommandLine(args, {
    environment: environment ?? {},
    terminal,
    calledAs: "scoring",
    program,
  });
  return { code, out: out.join(""), err: err.join("") };
}
