/** `scoring completion`: what a shell needs to complete commands and flags. */
import { type Command, CommandFailure } from "../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { type Completions, completionsOf } from "./words.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS: Readonly<Record<string, (completions: Completions) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const SHELLS = Object.keys(SCRIPTS).join(", ");

/** @param commands - What gives all commands, this one among them. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    operands: ["SHELL"],
    summary: "Print what a shell needs to complete commands and flags.",
    details:
      `Shells: ${SHELLS}. install.sh --prefix puts it where they look for it. For one session: ` +
      "source <(scoring completion bash), or scoring completion fish | source.",
    flags: {},
    reads: "nothing",
    run: async ({ operands, speaker }) => {
      const [shell = ""] = operands;
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (script === undefined)
        throw new CommandFailure(`unknown shell: ${shell}. Choose one of ${SHELLS}`, 2);
      speaker.show(script(completionsOf(commands())).trimEnd());
      return 0;
    },
  };
}
