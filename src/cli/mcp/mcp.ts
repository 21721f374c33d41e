/** `scoring mcp`: answers an agent's questions over standard input and output, by asking the server. */
import { SECOND } from "../../vocabulary/units.ts";
import { keyOf, KEY_FLAG, OWN_SERVER, SERVER_FLAGS } from "../ask-server.ts";
import { type Command, type CommandCall, CommandFailure, textFlag } from "../command.ts";
import { endpointOf } from "../connect/endpoint.ts";

/** As long as the server works at an answer. */
const PATIENCE_MS = 30 * SECOND;

export const MCP: Command = {
  name: "mcp",
  operands: [],
  summary: "Answer an agent's questions by the Model Context Protocol over standard input and output.",
  details:
    "An agent starts this. It asks the server with the key, and shows what the key may see. Agents that speak the " +
    "protocol over HTTP need no program: scoring connect AGENT --mcp prints their setting.",
  flags: {
    ...KEY_FLAG,
    endpoint: { value: "URL", summary: "The server's address (default public_url, or listen)." },
    ...SERVER_FLAGS,
  },
  reads: "settings",
  run: async (call) => {
    const key = keyOf(call);
    if (key === null)
      throw new CommandFailure("there is no key to ask with. Set SCORING_API_KEY, or give --key.", 2);
    const { endpoint } = endpointOf(call);
    // nobody else needs it
    const { serveMcp } = await import("../../mcp/over-stdio.ts");
    const { clock } = call.program;
    const get = (address: string): Promise<Response> => askServer(call, endpoint + address, key);
    await serveMcp({ get, pages: endpoint, clock }, { input: process.stdin, output: process.stdout });
    return 0;
  },
};

/** A server of this machine is trusted whatever its certificate; another one is not. */
function askServer(call: CommandCall, url: string, key: string): Promise<Response> {
  const { publicUrl } = call.loaded.settings;
  const isOwn = textFlag(call, "endpoint") === null && publicUrl === null;
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  return fetch(url, { ...(isOwn && OWN_SERVER), headers, signal: AbortSignal.timeout(PATIENCE_MS) });
}
