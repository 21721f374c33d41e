/** `scoring connect shell`: what makes a shell's prompt and an agent's status line show the line, printed or put in place. */
import { pathOf, ownFolder } from "../connect/files/user-file.ts";
import { journalPath, readJournal, writeJournal } from "../connect/files/journal.ts";
import { makeChange, planWriting } from "../connect/file-changes.ts";
import { planShellRemoval, removePlanned } from "../connect/connection.ts";
import { endpointOf } from "../connect/endpoint.ts";
import { chooseKey, keyRemarks, PLACEHOLDER } from "../connect/chosen-key.ts";
import { isAgreed } from "../connect/write.ts";
import { type CommandCall, CommandFailure, hasFlag, textFlag, writeAnswer } from "../command.ts";
import { LINE_SHELLS, type LineShell, linesToAdd, shellFile } from "./shell-file.ts";
import { linePath } from "./status-line.ts";

const NAME = "shell";

/** Prints the file and what to add elsewhere; with `--write` the file is written, with `--remove` taken back. */
export async function connectShell(call: CommandCall): Promise<0 | 1> {
  if (hasFlag(call, "check") || hasFlag(call, "mcp"))
    throw new CommandFailure("connect shell takes --write and --remove only", 2);
  if (hasFlag(call, "remove")) return remove(call);
  const shell = shellOf(call);
  const folder = { folder: ".config", movedBy: "XDG_CONFIG_HOME", names: [`scoring/status-line.${shell}`] };
  const path = pathOf(folder, call.environment);
  const chosen = await chooseKey(call, NAME, "read");
  const { endpoint, remarks } = endpointOf(call);
  const wanted = { line: linePath(call.environment), endpoint, key: chosen.key ?? PLACEHOLDER };
  const text = shellFile(shell, wanted);
  const add = linesToAdd(shell, path);
  const further = [...keyRemarks(chosen), ...remarks];
  if (hasFlag(call, "write") && chosen.key === null)
    throw new CommandFailure("there is no key to write. Give --developer to make one, or --key.", 2);
  if (hasFlag(call, "write")) return write(call, { path, text, add, further });
  call.speaker.show([`# ${path}`, text, ...add].join("\n"));
  call.speaker.say(further.join("\n"));
  return 0;
}

function shellOf(call: CommandCall): LineShell {
  const named = textFlag(call, "shell") ?? "sh";
  const shell = LINE_SHELLS.find((known) => known === named);
  if (shell !== undefined) return shell;
  throw new CommandFailure(`no line for this shell: ${named}. Choose one of ${LINE_SHELLS.join(", ")}`, 2);
}

interface Writing {
  path: string;
  text: string;
  /** What a person adds elsewhere. */
  add: readonly string[];
  /** What they should know. */
  further: readonly string[];
}

async function write(call: CommandCall, { path, text, add, further }: Writing): Promise<0 | 1> {
  const journal = journalPath(ownFolder(call.environment), NAME);
  const earlier = readJournal(journal).find(({ wanted }) => wanted.path === path) ?? null;
  const others = readJournal(journal).filter(({ wanted }) => wanted.path !== path);
  const change = planWriting({ format: "whole", path, text }, earlier);
  if (!(await isAgreed(call, [change]))) return 1;
  await writeJournal(journal, [...others, ...(change.entry === null ? [] : [change.entry])]);
  await makeChange(change);
  const said = [
    `${path} is written. Add what you use, and open a new shell; scoring has to be on its PATH:`,
    ...add,
    ...further,
    "scoring connect shell --remove  undoes this.",
  ];
  writeAnswer(call, { path, add }, said.join("\n"));
  return 0;
}

async function remove(call: CommandCall): Promise<0 | 1> {
  const plan = planShellRemoval(call.environment);
  if (!(await isAgreed(call, plan.changes))) return 1;
  const isDone = await removePlanned(plan);
  const text =
    plan.changes.length === 0
      ? "There is nothing to remove: scoring connect shell --write was not used here."
      : "The file is removed. Take out the line that you added for it.";
  writeAnswer(call, { files: plan.changes.map(({ path }) => path) }, text);
  return isDone ? 0 : 1;
}
