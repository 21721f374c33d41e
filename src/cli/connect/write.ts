/** `scoring connect --write` and `--remove`: puts an agent's settings into its files, and takes them back. */
import { type CommandCall, CommandFailure, hasFlag, textFlag, writeAnswer } from "../command.ts";
import type { ConnectableAgent } from "../../normaliser/connect/agent-settings.ts";
import { type ChosenKey, chooseKey, keyRemarks, PLACEHOLDER } from "./chosen-key.ts";
import {
  backupOf,
  changesText,
  differenceOf,
  type FileChange,
  makeChange,
  planRemoving,
  planWriting,
} from "./file-changes.ts";
import { type JournalEntry, journalPath, readJournal, writeJournal } from "./files/journal.ts";
import { ownFolder } from "./files/user-file.ts";
import type { Shell } from "../../normaliser/connect/shells.ts";
import { type WantedFiles, wantedFiles } from "./wanted-files.ts";

/** What is connected, and to where. */
export interface Connecting {
  agent: ConnectableAgent;
  endpoint: string;
  shell: Shell;
  /** What a person should know of the address. */
  remarks: readonly string[];
}

/** Shows what would change, asks, and writes. */
export async function writeConnection(call: CommandCall, connecting: Connecting): Promise<0 | 1> {
  const known = await keyInHand(call, connecting.agent);
  const shown = planAll(call, connecting, known?.key ?? PLACEHOLDER);
  if (!(await isAgreed(call, shown.changes))) return 1;
  // Only now: a key that was made before an answer of no would be left over.
  const chosen = known ?? (await chooseKey(call, connecting.agent));
  const plan = planAll(call, connecting, chosen.key ?? PLACEHOLDER);
  await writeJournal(plan.journal, plan.entries);
  for (const change of plan.changes) await makeChange(change);
  tellWritten(call, connecting, { ...plan, chosen });
  return 0;
}

/** Gives: null when a new one is to be made. Fails: when there is none. */
async function keyInHand(call: CommandCall, agent: ConnectableAgent): Promise<ChosenKey | null> {
  if (textFlag(call, "developer") !== null) return null;
  const chosen = await chooseKey(call, agent);
  if (chosen.key !== null) return chosen;
  throw new CommandFailure("there is no key to write. Give --developer to make one, or --key.", 2);
}

interface Plan extends WantedFiles {
  changes: FileChange[];
  /** Where the entries are kept. */
  journal: string;
  entries: JournalEntry[];
}

function planAll(call: CommandCall, { agent, endpoint, shell }: Connecting, key: string): Plan {
  const { environment } = call;
  const journal = journalPath(ownFolder(environment), agent);
  const earlier = readJournal(journal);
  const wanted = wantedFiles(agent, { endpoint, key, shell, environment });
  const paths = new Set(wanted.files.map(({ path }) => path));
  const changes = wanted.files.map((file) =>
    planWriting(file, earlier.find((entry) => entry.wanted.path === file.path) ?? null),
  );
  const untouched = earlier.filter((entry) => !paths.has(entry.wanted.path));
  const entries = [...untouched, ...changes.flatMap(({ entry }) => entry ?? [])];
  return { ...wanted, changes, journal, entries };
}

/** Shows the difference and asks, where there is one. Fails: when there is no terminal to ask on and nobody has agreed. */
async function isAgreed(call: CommandCall, changes: readonly FileChange[]): Promise<boolean> {
  const difference = differenceOf(changes);
  if (difference === "") return true;
  const asJson = hasFlag(call, "json");
  if (!asJson) call.speaker.show(`${difference}\n`);
  if (hasFlag(call, "yes")) return true;
  const answer = asJson ? null : await call.speaker.ask("Make these changes?");
  if (answer === null)
    throw new CommandFailure("there is no terminal to ask on: add --yes to go ahead. Nothing was changed.");
  if (!answer) call.speaker.say("Nothing was changed.");
  return answer;
}

function tellWritten(call: CommandCall, connecting: Connecting, plan: Plan & { chosen: ChosenKey }): void {
  const { agent, endpoint, remarks } = connecting;
  const changed = plan.changes.filter(changesText);
  const files = changed.map((change) => ({ path: change.path, backup: backupOf(change) }));
  const backups = files.flatMap(({ path, backup }) =>
    backup === null ? [] : [`${path} as it was is in ${backup}.`],
  );
  const { key, owner } = plan.chosen;
  const text = [
    changed.length === 0
      ? `${agent} is connected already; nothing had to be changed.`
      : `${agent} is connected.`,
    ...backups,
    ...keyRemarks(plan.chosen),
    ...remarks,
    ...shellRemarks(agent, plan.shellFile),
    `Restart the agent. scoring doctor --agent ${agent} shows what arrives; scoring connect ${agent} --remove undoes this.`,
  ];
  const answer = {
    agent,
    endpoint,
    key,
    developer: owner?.developer ?? null,
    files,
    shellFile: plan.shellFile,
  };
  writeAnswer(call, answer, text.join("\n"));
}

function shellRemarks(agent: ConnectableAgent, path: string | null): string[] {
  if (path === null) return [];
  return [
    `${agent} reads part of its settings from its environment alone: start it from a shell that has read ${path}, ` +
      `with the command:  . ${path}`,
  ];
}

/** Shows what would be taken back, asks, and takes it. */
export async function removeConnection(call: CommandCall, agent: ConnectableAgent): Promise<0 | 1> {
  const journal = journalPath(ownFolder(call.environment), agent);
  const changes = readJournal(journal).map(planRemoving);
  if (!(await isAgreed(call, changes))) return 1;
  for (const change of changes) await makeChange(change);
  await writeJournal(journal, []);
  const files = changes.map(({ path, changedSince }) => ({ path, changedSince }));
  writeAnswer(call, { agent, files }, describeRemoved(agent, changes));
  return 0;
}

function describeRemoved(agent: ConnectableAgent, changes: readonly FileChange[]): string {
  if (changes.length === 0)
    return `There is nothing to remove: scoring connect ${agent} --write was not used here.`;
  const kept = changes
    .filter(({ changedSince }) => changedSince.length > 0)
    .map(
      ({ path, changedSince }) =>
        `${path}: somebody changed ${changedSince.join(", ")} since; left as found.`,
    );
  return [`${agent} is no longer connected. Restart it.`, ...kept].join("\n");
}
