/** `scoring connect --write`, `--remove` and `--check`: writes settings into an agent's files, removes them, checks them. */
import { type CommandCall, CommandFailure, hasFlag, textFlag, writeAnswer } from "../command.ts";
import type { Part } from "../../normaliser/connect/agent-settings.ts";
import { askArrived } from "./arrived.ts";
import { type ChosenKey, chooseKey, keyRemarks, PLACEHOLDER, useIn } from "./chosen-key.ts";
import {
  type Connected,
  type ConnectionPlan,
  planConnection,
  planRemoval,
  removePlanned,
  writePlanned,
  writtenWith,
} from "./connection.ts";
import { backupOf, changesText, differenceOf, type FileChange } from "./file-changes.ts";
import type { Shell } from "../../normaliser/connect/shells.ts";
import { type CalledFor, sayArrived, sayNextSteps, sayRemoved, sayWritten } from "./say-connected.ts";

/** What is connected, and to where. */
export interface Connecting extends Connected {
  part: Part;
  endpoint: string;
  shell: Shell;
  /** Labels of all that is sent, values by names. */
  labels: Readonly<Record<string, string>>;
  /** What a person should know of the address. */
  remarks: readonly string[];
}

function calledFor({ part }: Connected): CalledFor {
  const asking = part === "questions" ? " --mcp" : "";
  return (agent, flag) => `scoring connect ${agent}${asking} ${flag}`;
}

/** Shows what would change, asks, and writes. */
export async function writeConnection(call: CommandCall, connecting: Connecting): Promise<0 | 1> {
  const known = await keyInHand(call, connecting);
  const planFor = (key: string | null) =>
    planConnection({ ...connecting, key: key ?? PLACEHOLDER, environment: call.environment });
  const shown = planFor(known?.key ?? null);
  if (!(await isAgreed(call, shown.changes))) return 1;
  // Only now: a key that was made before an answer of no would be left over.
  const chosen = known ?? (await chooseKey(call, connecting.agent, useIn(connecting.part)));
  const plan = planFor(chosen.key);
  await writePlanned(plan);
  reportWritten(call, connecting, { ...plan, chosen });
  return 0;
}

/**
 * Returns the key that is there already; null when a new one is to be made.
 *
 * @throws When there is no key and nobody to make one for.
 */
async function keyInHand(call: CommandCall, { agent, part }: Connecting): Promise<ChosenKey | null> {
  if (textFlag(call, "developer") !== null) return null;
  const chosen = await chooseKey(call, agent, useIn(part));
  if (chosen.key !== null) return chosen;
  throw new CommandFailure("there is no key to write. Give --developer to make one, or --key.", 2);
}

/**
 * Shows the difference and asks, where there is one.
 *
 * @throws When there is no terminal to ask on and nobody has agreed.
 */
export async function isAgreed(call: CommandCall, changes: readonly FileChange[]): Promise<boolean> {
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

function reportWritten(
  call: CommandCall,
  connecting: Connecting,
  { chosen, changes, shellFile }: ConnectionPlan & { chosen: ChosenKey },
): void {
  const { agent, endpoint, shell, remarks, part } = connecting;
  const files = changes
    .filter(changesText)
    .map((change) => ({ path: change.path, backup: backupOf(change) }));
  const text = [
    ...sayWritten(agent, changes),
    ...keyRemarks(chosen),
    ...remarks,
    ...sayNextSteps({ agent, shell, shellFile, part, called: calledFor(connecting) }),
  ];
  const { key, owner } = chosen;
  const answer = { agent, endpoint, key, developer: owner?.developer ?? null, files, shellFile };
  writeAnswer(call, answer, text.join("\n"));
}

/** Shows what would be removed, asks, and removes it. */
export async function removeConnection(call: CommandCall, connected: Connected): Promise<0 | 1> {
  const { agent } = connected;
  const plan = planRemoval(connected, call.environment);
  if (!(await isAgreed(call, plan.changes))) return 1;
  const isDone = await removePlanned(plan);
  const files = plan.changes.map(({ path, changedSince }) => ({ path, changedSince }));
  writeAnswer(call, { agent, files }, sayRemoved(agent, plan.changes, calledFor(connected)));
  return isDone ? 0 : 1;
}

/** Asks the server whether a record of the agent has arrived with the key that was written, or is given. */
export async function checkConnection(
  call: CommandCall,
  { agent, remarks, ...usual }: Connecting,
): Promise<0 | 1> {
  const written = writtenWith(agent, call.environment);
  const endpoint =
    textFlag(call, "endpoint") === null ? (written.endpoint ?? usual.endpoint) : usual.endpoint;
  const given = textFlag(call, "key") ?? call.environment["SCORING_API_KEY"] ?? null;
  const key = given ?? written.key ?? (await chooseKey(call, agent)).key;
  if (key === null)
    throw new CommandFailure(
      `there is no key to look for. Use ${calledFor({ agent })(agent, "--write")} first, or give --key.`,
      2,
    );
  const arrived = await askArrived(agent, { endpoint, key });
  const text = [sayArrived(agent, arrived), ...(arrived.kind === "away" ? remarks : [])].join("\n");
  writeAnswer(call, { agent, endpoint, ...arrived }, text);
  return arrived.kind === "arrived" ? 0 : 1;
}
