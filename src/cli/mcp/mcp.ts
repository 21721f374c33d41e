/** `scoring mcp`: answers an agent's questions over standard input and output, by asking the server. */
import { KEY_FLAG, SERVER_FLAGS } from "../ask-server.ts";
import type { Command } from "../command.ts";
import { serverApi } from "./server-api.ts";

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
    const api = serverApi(call);
    // nobody else needs it
    const { serveMcp } = await import("../../mcp/over-stdio.ts");
    await serveMcp(api, { input: process.stdin, output: process.stdout });
    return 0;
  },
};
