/** MCP over standard input and output, for agents that start the servers they ask. */
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Readable, Writable } from "node:stream";
import type { Api } from "./api.ts";
import { createMcpServer } from "./server.ts";

/** Answers the messages of the input, until that ends. */
export async function serveMcp(api: Api, streams: { input: Readable; output: Writable }): Promise<void> {
  const { input, output } = streams;
  const isOver = new Promise((resolve) => input.once("end", resolve).once("close", resolve));
  const served = serveStdio(() => createMcpServer(api), {
    transport: new StdioServerTransport(input, output, { maxBufferSize: 1024 * 1024 }),
  });
  await isOver;
  await served.close();
}
