/** What the program says of a connection: what is left to do, and whether records arrive. */
import type { ConnectableAgent, Part } from "../../normaliser/connect/agent-settings.ts";
import type { Shell } from "../../normaliser/connect/shells.ts";
import type { Arrived } from "./arrived.ts";
import { backupOf, changesText, type FileChange } from "./file-changes.ts";

/** How the program is called by whoever reads it. */
export type CalledFor = (agent: ConnectableAgent, flag: string) => string;

const START_FILES: Readonly<Record<Shell, string>> = {
  sh: "~/.bashrc or ~/.zshrc",
  fish: "~/.config/fish/config.fish",
  powershell: "the file that $PROFILE names",
};

/** What is connected, and the file that its shell has to read; null where the agent needs none. */
export interface NextSteps {
  agent: ConnectableAgent;
  shell: Shell;
  shellFile: string | null;
  /** Its telemetry where this is left out. */
  part?: Part;
  called: CalledFor;
}

/** Says what was written. */
export function sayWritten(agent: ConnectableAgent, changes: readonly FileChange[]): string[] {
  const changed = changes.filter(changesText);
  if (changed.length === 0)
    return [`The settings of ${agent} are in place already; nothing had to be changed.`];
  const backups = changed.flatMap((change) => {
    const backup = backupOf(change);
    return backup === null ? [] : [`${change.path} as it was is in ${backup}.`];
  });
  return [`The settings of ${agent} are written.`, ...backups];
}

/** Says what is left to do until the first record arrives. */
export function sayNextSteps({ agent, shell, shellFile, part, called }: NextSteps): string[] {
  const undoing = `${called(agent, "--remove")}  undoes this.`;
  if (part === "questions")
    return [`Start a new session of ${agent}, and ask: what would raise my score?`, undoing];
  const forShell =
    shellFile === null
      ? []
      : [
          `Add this line to ${START_FILES[shell]}, once for all agents, and open a new shell:  . ${shellFile}`,
        ];
  const steps = [
    ...forShell,
    `Start a new session of ${agent}, and send a prompt.`,
    `${called(agent, "--check")}  says whether its first record has arrived.`,
  ];
  return [
    `${agent} is connected when its first record has arrived. Left to do:`,
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    undoing,
  ];
}

/** Says whether records of the agent arrive. */
export function sayArrived(agent: ConnectableAgent, arrived: Arrived): string {
  switch (arrived.kind) {
    case "arrived":
      return `${agent} is connected: its newest record with this key is of ${arrived.newestRecordAt}.`;
    case "nothing":
      return `No record of ${agent} has arrived with this key yet. Start a new session of it, and send a prompt.`;
    case "refused":
      return "The server refuses this key: it is wrong, or revoked.";
    case "away":
      return `Nothing that answers as this program does was found at ${arrived.endpoint}.`;
  }
}

/** Says what was taken back. */
export function sayRemoved(
  agent: ConnectableAgent,
  changes: readonly FileChange[],
  called: CalledFor,
): string {
  if (changes.length === 0)
    return `There is nothing to remove: ${called(agent, "--write")} was not used here.`;
  const kept = changes
    .filter(({ changedSince }) => changedSince.length > 0)
    .map(
      ({ path, changedSince }) =>
        `${path}: somebody changed ${changedSince.join(", ")} since; left as found.`,
    );
  const outcome = changes.some(({ entry }) => entry !== null)
    ? `${agent} is still connected: its section has no marks to find it by. Delete it, then use ${called(agent, "--remove")} again.`
    : `${agent} is no longer connected. Restart it.`;
  return [outcome, ...kept].join("\n");
}
