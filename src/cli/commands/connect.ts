/** `scoring connect`: prints the settings that make a coding agent send its telemetry here. */
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { firstKeysPath } from "../../appliance/layout.ts";
import type { KeyAnswer } from "../../identity/keys/issue.ts";
import { isKey } from "../../identity/keys/key.ts";
import { formatAddress, isHttpUrl } from "../../settings/values.ts";
import {
  type AgentSettings,
  agentSettings,
  CONNECTABLE,
  type ConnectableAgent,
} from "../connect/agent-settings.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { makeKey } from "../keys/bind.ts";
import { describeOwnerOf, lookUpKey } from "../keys/whose-key.ts";
import { settingFlags } from "../setting-flags.ts";
import { changing, chosenOrganization } from "../stores.ts";
import { type Shell, SHELLS } from "../connect/shells.ts";
import { didYouMean, likelyName } from "../text/likely-name.ts";
import { wrapText } from "../text/wrap.ts";

const PLACEHOLDER = "<API_KEY>";

export const CONNECT: Command = {
  name: "connect",
  operands: ["[AGENT]"],
  summary: "Print the settings that make an agent send its telemetry here.",
  details:
    `Agents: ${CONNECTABLE.join(", ")}. Without one they are listed.\n\n` +
    "Give each developer a key of their own: --developer makes one and puts it into the settings. Without it the key " +
    "is --key, or SCORING_API_KEY, or the member key in the file first-keys of the data directory. The output says " +
    `whose work the key stands for. Without any key the settings hold ${PLACEHOLDER}.`,
  flags: {
    developer: {
      value: "WHO",
      summary: "Make a key for this developer: an e-mail, or a known developer's id.",
    },
    key: { value: "KEY", summary: "Use this key." },
    endpoint: {
      value: "URL",
      summary: "The address that the agent sends to (default public_url, or listen).",
    },
    org: { value: "ORG", summary: "The organization's id or name, with --developer." },
    shell: { value: "SHELL", summary: `The shell that starts the agent: ${SHELLS.join(", ")} (default sh).` },
    ...settingFlags(["listen"]),
  },
  reads: "settings",
  run: async (call) => {
    const [name] = call.operands;
    if (name === undefined) return listAgents(call);
    const agent = agentOf(name);
    const address = addressOf(call);
    const { key, owner, isNew } = await chooseKey(call, agent);
    const settings = agentSettings(agent, {
      endpoint: address.endpoint,
      key: key ?? PLACEHOLDER,
      shell: shellOf(call),
    });
    if (hasFlag(call, "json")) {
      const { endpoint } = address;
      writeAnswer(call, { agent, endpoint, key, developer: owner?.developer ?? null, ...settings }, "");
      return 0;
    }
    const remarks = [settings.sends, ...keyRemarks({ key, owner, isNew }), ...address.remarks];
    show(call, settings, remarks);
    return 0;
  },
};

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
  const found = CONNECTABLE.find((agent) => agent === name);
  if (found !== undefined) return found;
  const likely = likelyName(name, CONNECTABLE);
  const hint = likely === null ? `. Agents are ${CONNECTABLE.join(", ")}.` : didYouMean(likely);
  throw new CommandFailure(`unknown agent: ${name}${hint}`, 2);
}

interface Address {
  /** Without a slash at its end. */
  endpoint: string;
  remarks: string[];
}

function addressOf(call: CommandCall): Address {
  const { publicUrl, listen } = call.loaded.settings;
  const asked = textFlag(call, "endpoint");
  if (asked !== null && !isHttpUrl(asked))
    throw new CommandFailure("--endpoint needs an address such as https://scoring.example.com", 2);
  const known = asked ?? publicUrl;
  if (known !== null) return { endpoint: known.replace(/(?<!\/)\/+$/, ""), remarks: [] };
  if (listen.hostname !== "0.0.0.0" && listen.hostname !== "[::]")
    return { endpoint: `http://${formatAddress(listen)}`, remarks: [] };
  const endpoint = `http://${hostname()}:${listen.port}`;
  const remark =
    `The address ${endpoint} is a guess: the server listens on every address of its machine. ` +
    "Set public_url (SCORING_PUBLIC_URL), or give --endpoint.";
  return { endpoint, remarks: [remark] };
}

interface ChosenKey {
  key: string | null;
  /** null when the data directory does not know the key. */
  owner: KeyAnswer | null;
  isNew: boolean;
}

async function chooseKey(call: CommandCall, agent: ConnectableAgent): Promise<ChosenKey> {
  const developer = textFlag(call, "developer");
  if (developer === null) return knownKey(call);
  if (textFlag(call, "key") !== null)
    throw new CommandFailure("give --key or --developer, not both: --developer makes a new key", 2);
  const made = await changing(call, async (transaction) => {
    const { id: organizationId } = await chosenOrganization(call, transaction);
    const wish = { organizationId, role: "member" as const, developer, name: `${developer}, ${agent}` };
    return makeKey(transaction, wish, call.program.clock());
  });
  return { key: made.key, owner: made.answer, isNew: true };
}

async function knownKey(call: CommandCall): Promise<ChosenKey> {
  const key = givenKey(call) ?? firstMemberKey(call);
  if (key === null) return { key, owner: null, isNew: false };
  const owner = await lookUpKey(call, key);
  if (owner !== null && owner.revokedAt !== null)
    throw new CommandFailure("this key is revoked. --developer makes a new one.");
  return { key, owner, isNew: false };
}

/** Fails: when it cannot be a key; it is not repeated, for it may be a secret of somebody else's. */
function givenKey(call: CommandCall): string | null {
  const flag = textFlag(call, "key");
  const key = flag ?? call.environment["SCORING_API_KEY"] ?? null;
  if (key === null || isKey(key)) return key;
  const place = flag === null ? "SCORING_API_KEY" : "--key";
  throw new CommandFailure(
    `${place} is not a key. A key is scoring_ and 38 letters and digits; copy it again, or make one with --developer.`,
    2,
  );
}

function firstMemberKey(call: CommandCall): string | null {
  const path = firstKeysPath(call.loaded.settings.dataDir);
  if (!existsSync(path)) return null;
  return /^member (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
}

function keyRemarks({ key, owner, isNew }: ChosenKey): string[] {
  if (key === null)
    return [`Replace ${PLACEHOLDER} with a developer's own key. --developer ada@example.com makes one.`];
  const made = isNew ? [`The key is new and not shown again. Its id is ${owner?.id}.`] : [];
  return [...made, describeOwnerOf(owner)];
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
