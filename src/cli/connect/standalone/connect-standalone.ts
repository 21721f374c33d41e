/** Connects an agent without the executable: asks for the key, looks whether the server takes it, shows, asks, writes. */
import { parseArgs } from "node:util";
import {
  type ConnectableAgent,
  CONNECTABLE,
  SETTABLE,
  type Part,
  trustRemark,
} from "../../../normaliser/connect/agent-settings.ts";
import { type Shell, SHELLS } from "../../../normaliser/connect/shells.ts";
import { CommandFailure } from "../../command.ts";
import { askArrived } from "../arrived.ts";
import {
  type Connected,
  planConnection,
  planRemoval,
  removePlanned,
  writePlanned,
  writtenWith,
} from "../connection.ts";
import { differenceOf, type FileChange } from "../file-changes.ts";
import { givenLabels } from "../given-labels.ts";
import { type CalledFor, sayArrived, sayNextSteps, sayRemoved, sayWritten } from "../say-connected.ts";
import { partOf } from "../wanted-part.ts";
import { IMPORT_FLAGS, importStandalone } from "./import-standalone.ts";
import { endpointFor, keyFor } from "./door.ts";
import type { StandaloneCall } from "./standalone-call.ts";

const USAGE = `Connects a coding agent of this machine to a scoring server.

  node connect.mjs AGENT --endpoint URL   ask for your key, show what changes, ask, write
  node connect.mjs AGENT --check          say whether the agent's first record has arrived
  node connect.mjs AGENT --remove         take back exactly what was written
  node connect.mjs import AGENT|all       send what the agent keeps on this machine, without secrets;
                                          --since 30d for what changed since, --dry-run to look first

AGENT is one of ${CONNECTABLE.join(", ")}.
--mcp connects what the agent asks the server (MCP), not its telemetry; cline can do only that.
--label team.id=platform labels everything that the agent sends; it may be given several times.
--shell ${SHELLS.join("|")} names the shell that starts the agent (default sh); --yes does not ask.
The key may be in SCORING_API_KEY; it is never taken from the command line, which others can see.`;

const FLAGS = {
  endpoint: { type: "string" },
  shell: { type: "string", default: "sh" },
  label: { type: "string", multiple: true, default: [] as string[] },
  mcp: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  remove: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  ...IMPORT_FLAGS,
  help: { type: "boolean", default: false, short: "h" },
} as const;

/**
 * Does what the words ask for.
 *
 * @returns the exit code: 0 when it is done, 1 when it was not agreed to, something is left, or no record has arrived
 * @throws CommandFailure when it cannot be done; then nothing was changed
 */
export async function connectStandalone(call: StandaloneCall): Promise<0 | 1> {
  const { values, positionals } = readWords(call.words);
  const [name] = positionals;
  if (values.help || name === undefined) {
    call.say(USAGE);
    return values.help ? 0 : 1;
  }
  if (name === "import") return importStandalone(call, { ...values, operand: positionals[1] ?? "" });
  const agent = SETTABLE.find((known) => known === name);
  if (agent === undefined)
    throw new CommandFailure(`unknown agent: ${name}. Agents are ${SETTABLE.join(", ")}.`, 2);
  const part = partOf(agent, values);
  if (values.remove) return remove(call, { agent, part }, values.yes);
  const endpoint = endpointFor(values.endpoint ?? writtenWith(agent, call.environment).endpoint);
  if (values.check) return check(call, agent, endpoint);
  const labels = givenLabels(values.label);
  return write(call, { agent, part, endpoint, shell: shellOf(values.shell), labels, agreed: values.yes });
}

function readWords(words: string[]) {
  try {
    return parseArgs({ args: words, options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw new CommandFailure(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, 2);
  }
}

function shellOf(name: string): Shell {
  const found = SHELLS.find((shell) => shell === name);
  if (found !== undefined) return found;
  throw new CommandFailure(`unknown shell: ${name}. Choose one of ${SHELLS.join(", ")}`, 2);
}

function calledFor({ part }: Connected): CalledFor {
  const asking = part === "questions" ? " --mcp" : "";
  return (agent, flag) => `node connect.mjs ${agent}${asking} ${flag}`.replace(" --write", "");
}

interface Writing {
  agent: ConnectableAgent;
  part: Part;
  endpoint: string;
  shell: Shell;
  labels: Readonly<Record<string, string>>;
  agreed: boolean;
}

async function write(call: StandaloneCall, { agreed, ...wish }: Writing): Promise<0 | 1> {
  const { agent, part, endpoint, shell } = wish;
  const key = await keyFor(call, null);
  const arrived = await askArrived(agent, { endpoint, key });
  if (arrived.kind === "refused" || arrived.kind === "away")
    throw new CommandFailure(`${sayArrived(agent, arrived)} Nothing was changed.`);
  const plan = planConnection({ ...wish, key, environment: call.environment });
  if (!(await isAgreed(call, plan.changes, agreed))) return 1;
  await writePlanned(plan);
  const remarks = endpoint.startsWith("https:") ? [trustRemark(agent)] : [];
  const called = calledFor(wish);
  const steps = sayNextSteps({ agent, part, shell, shellFile: plan.shellFile, called });
  call.say([...sayWritten(agent, plan.changes), ...remarks, ...steps].join("\n"));
  return 0;
}

async function remove(call: StandaloneCall, connected: Connected, agreed: boolean): Promise<0 | 1> {
  const plan = planRemoval(connected, call.environment);
  if (!(await isAgreed(call, plan.changes, agreed))) return 1;
  const isDone = await removePlanned(plan);
  call.say(sayRemoved(connected.agent, plan.changes, calledFor(connected)));
  return isDone ? 0 : 1;
}

async function check(call: StandaloneCall, agent: ConnectableAgent, endpoint: string): Promise<0 | 1> {
  const key = await keyFor(call, writtenWith(agent, call.environment).key);
  const arrived = await askArrived(agent, { endpoint, key });
  call.say(sayArrived(agent, arrived));
  return arrived.kind === "arrived" ? 0 : 1;
}

/** Shows the difference and asks, where there is one. */
async function isAgreed(
  call: StandaloneCall,
  changes: readonly FileChange[],
  agreed: boolean,
): Promise<boolean> {
  const difference = differenceOf(changes);
  if (difference === "") return true;
  call.say(`${difference}\n`);
  if (agreed) return true;
  const answer = await call.askYes("Make these changes?");
  if (answer === null)
    throw new CommandFailure("there is no terminal to ask on: add --yes to go ahead. Nothing was changed.");
  if (!answer) call.say("Nothing was changed.");
  return answer;
}
