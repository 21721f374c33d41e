/** `scoring connect`: prints the settings that make a coding agent send its telemetry here. */
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { firstKeysPath } from "../../appliance/layout.ts";
import { nearestName } from "../../settings/names.ts";
import type { ListenAddress } from "../../settings/values.ts";
import { type AgentSettings, agentSettings, CONNECTABLE, type ConnectableAgent } from "../agent-settings.ts";
import { type Command, type CommandCall, CommandFailure, textFlag, writeAnswer } from "../command.ts";
import { settingFlags } from "../setting-flags.ts";

const PLACEHOLDER = "<API_KEY>";

export const CONNECT: Command = {
  name: "connect",
  operands: ["AGENT"],
  summary: `Prints an agent's settings: ${CONNECTABLE.join(", ")}.`,
  details:
    "The key is --key, else SCORING_API_KEY of the environment, else the member key in the data directory's\n" +
    "first-keys. Without any of them a placeholder stands in its place.",
  flags: {
    key: { value: "KEY", summary: "A member key." },
    endpoint: { value: "URL", summary: "Where agents reach this server (from --listen)." },
    ...settingFlags(["listen"]),
  },
  reads: "settings",
  run: async (call) => {
    const agent = agentOf(call.operands[0] ?? "");
    const endpoint = endpointOf(call);
    const key = keyOf(call);
    const settings = agentSettings(agent, { endpoint, key: key ?? PLACEHOLDER });
    writeAnswer(call, { agent, endpoint, key, ...settings }, describe(settings, key));
    return 0;
  },
};

function agentOf(name: string): ConnectableAgent {
  const found = CONNECTABLE.find((agent) => agent === name);
  if (found !== undefined) return found;
  throw new CommandFailure(`there is no agent ${name}; the nearest is ${nearestName(name, CONNECTABLE)}`, 2);
}

function endpointOf(call: CommandCall): string {
  const asked = textFlag(call, "endpoint") ?? `http://${reachable(call.loaded.settings.listen)}`;
  return asked.replace(/\/+$/, "");
}

/** Agents cannot send to "every address"; from elsewhere this machine is reached by its name. */
function reachable({ hostname: host, port }: ListenAddress): string {
  return `${host === "0.0.0.0" || host === "[::]" ? hostname() : host}:${port}`;
}

function keyOf(call: CommandCall): string | null {
  const given = textFlag(call, "key") ?? call.environment["SCORING_API_KEY"];
  if (given !== undefined) return given;
  const path = firstKeysPath(call.loaded.settings.dataDir);
  if (!existsSync(path)) return null;
  return /^member (\S+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? null;
}

function describe({ blocks, sends }: AgentSettings, key: string | null): string {
  const parts = blocks.map(({ place, text }) => `# ${place}\n${text}`);
  const hint = `# Put a key for ${PLACEHOLDER}: scoring keys create`;
  return [...parts, `# ${sends}`, ...(key === null ? [hint] : [])].join("\n\n");
}
