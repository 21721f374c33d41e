/** `scoring connect`: the settings that make a coding agent send its telemetry here, printed or put in place. */
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  textsFlag,
  writeAnswer,
} from "../command.ts";
import {
  type AgentSettings,
  agentSettings,
  ASKING,
  CONNECTABLE,
  type ConnectableAgent,
  SETTABLE,
  trustRemark,
} from "../../normaliser/connect/agent-settings.ts";
import { SERVER_FLAGS } from "../ask-server.ts";
import { chooseKey, keyRemarks, PLACEHOLDER, useIn } from "../connect/chosen-key.ts";
import { type Address, endpointOf } from "../connect/endpoint.ts";
import { type Shell, SHELLS } from "../../normaliser/connect/shells.ts";
import { givenLabels } from "../connect/given-labels.ts";
import { partOf } from "../connect/wanted-part.ts";
import { checkConnection, type Connecting, removeConnection, writeConnection } from "../connect/write.ts";
import { connectShell } from "../shell/connect-shell.ts";
import { didYouMean, likelyName } from "../text/likely-name.ts";
import { wrapText } from "../text/wrap.ts";

export const CONNECT: Command = {
  name: "connect",
  operands: ["[AGENT]"],
  summary: "Print or write the settings that make an agent send its telemetry here.",
  details:
    `Agents: ${CONNECTABLE.join(", ")}. Without one they are listed.\n\n` +
    "Give each developer a key of their own: --developer creates one and puts it into the settings. Without it the key " +
    "is --key, or SCORING_API_KEY, or the member key in the file first-keys of the data directory. The output says " +
    `whose work the key stands for. Without any key the settings hold ${PLACEHOLDER}.\n\n` +
    "--write puts the settings into the agent's own files: it shows what changes, asks, keeps everything else in " +
    "them, and leaves a copy of each file as it was. --remove undoes exactly those changes. --check asks the server " +
    "whether a first record of the agent has arrived with that key: only then is it connected.\n\n" +
    "With --mcp all this is about the questions that the agent asks the server (Model Context Protocol), for " +
    `${ASKING.join(", ")}. ` +
    "scoring connect shell is about the line of scoring status-line in prompts.",
  flags: {
    developer: {
      value: "WHO",
      summary: "Create a key for this developer: an e-mail, or a known developer's id.",
    },
    key: { value: "KEY", summary: "Use this key." },
    endpoint: {
      value: "URL",
      summary: "The address that the agent sends to (default public_url, or listen).",
    },
    org: { value: "ORG", summary: "The organization's id or name, with --developer." },
    write: { summary: "Put the settings into the agent's files, after showing what changes." },
    remove: { summary: "Undo what --write changed." },
    check: { summary: "Say whether the agent's first record has arrived; if not, exit with 1." },
    yes: { summary: "Do not ask." },
    mcp: { summary: "Connect what the agent asks the server (MCP), not its telemetry." },
    label: {
      value: "NAME=VALUE",
      summary: "A label of everything that the agent sends, such as team.id=platform.",
      repeated: true,
    },
    shell: { value: "SHELL", summary: `The shell that starts the agent: ${SHELLS.join(", ")} (default sh).` },
    ...SERVER_FLAGS,
  },
  reads: "settings",
  run: async (call) => {
    const [name] = call.operands;
    const asked = ["write", "remove", "check", "yes"].filter((flag) => hasFlag(call, flag));
    if (name === undefined && asked.length > 0) throw new CommandFailure("say which agent", 2);
    if (name === undefined) return listAgents(call);
    refuseMixed(asked);
    if (name === "shell") return connectShell(call);
    const agent = agentOf(name);
    const part = partOf(agent, { mcp: hasFlag(call, "mcp"), check: hasFlag(call, "check") });
    if (asked.includes("remove")) return removeConnection(call, { agent, part });
    const labels = givenLabels(textsFlag(call, "label"));
    const connecting: Connecting = { agent, part, shell: shellOf(call), labels, ...connectedTo(call, agent) };
    if (asked.includes("check")) return checkConnection(call, connecting);
    return asked.includes("write") ? writeConnection(call, connecting) : print(call, connecting);
  },
};

/** @throws When the flags ask for two things at once, or for one that there is not. */
function refuseMixed(asked: readonly string[]): void {
  const works = asked.filter((flag) => flag !== "yes").map((flag) => `--${flag}`);
  if (works.length > 1) throw new CommandFailure(`give one of ${works.join(", ")}`, 2);
  if (asked.join() === "yes") throw new CommandFailure("--yes needs --write or --remove", 2);
}

async function print(
  call: CommandCall,
  { agent, part, endpoint, shell, labels, remarks }: Connecting,
): Promise<0> {
  const chosen = await chooseKey(call, agent, useIn(part));
  const { key, owner } = chosen;
  const settings = agentSettings(agent, { endpoint, key: key ?? PLACEHOLDER, shell, labels, part });
  if (hasFlag(call, "json"))
    writeAnswer(call, { agent, endpoint, key, developer: owner?.developer ?? null, ...settings }, "");
  else {
    const further = elsewhere({ agent, part, endpoint });
    show(call, settings, [settings.sends, ...keyRemarks(chosen), ...remarks, further]);
  }
  return 0;
}

/** For a developer's machine, which has no executable of this program. */
function elsewhere({ agent, part, endpoint }: Pick<Connecting, "agent" | "part" | "endpoint">): string {
  const asked = part === "questions" ? `${agent} --mcp` : agent;
  return (
    "On a machine without this program, with Node 20 or newer, this asks for the key and writes the settings:\n" +
    `  curl -fsSL ${endpoint}/connect.mjs -o connect.mjs && node connect.mjs ${asked} --endpoint ${endpoint}`
  );
}

function listAgents(call: CommandCall): 0 {
  const lines = [
    "Agents that can be connected:",
    ...CONNECTABLE.map((agent) => `  ${agent}`),
    "",
    "Print the settings of one, with a new key for one developer:",
    "  scoring connect claude-code --developer ada@example.com",
  ];
  writeAnswer(call, { agents: CONNECTABLE }, lines.join("\n"));
  return 0;
}

function shellOf(call: CommandCall): Shell {
  const name = textFlag(call, "shell") ?? "sh";
  const found = SHELLS.find((shell) => shell === name);
  if (found !== undefined) return found;
  throw new CommandFailure(`unknown shell: ${name}. Choose one of ${SHELLS.join(", ")}`, 2);
}

function agentOf(name: string): ConnectableAgent {
  const found = SETTABLE.find((agent) => agent === name);
  if (found !== undefined) return found;
  const likely = likelyName(name, SETTABLE);
  const hint = likely === null ? `. Agents are ${SETTABLE.join(", ")}.` : didYouMean(likely);
  throw new CommandFailure(`unknown agent: ${name}${hint}`, 2);
}

function connectedTo(call: CommandCall, agent: ConnectableAgent): Address {
  const { endpoint, remarks } = endpointOf(call);
  return { endpoint, remarks: endpoint.startsWith("https:") ? [...remarks, trustRemark(agent)] : remarks };
}

/** Each block as it is pasted; everything else is a remark, so that a shell may read the whole. */
function show({ speaker }: CommandCall, { blocks }: AgentSettings, remarks: readonly string[]): void {
  for (const { place, text } of blocks) {
    speaker.show(`# ${place}\n${text}\n`);
  }
  const width = speaker.columns === null ? null : speaker.columns - 2;
  const comments = remarks.map((remark) => wrapText(remark, width).replace(/^/gm, "# "));
  speaker.say(comments.join("\n\n"));
}
