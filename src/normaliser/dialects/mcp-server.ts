/** The MCP server whose tool was called: agents send its name, or put it into the tool's. */
import type { ToolCall } from "../event.ts";

const IN_NAME = /^mcp__(.+?)__/;

/**
 * What a call says about its MCP server.
 *
 * @param server - The name that the agent sends; null or empty where it sends none.
 */
export function mcpServerOf(tool: string, server: string | null = null): Pick<ToolCall, "mcpServer"> {
  const mcpServer = server === null || server === "" ? IN_NAME.exec(tool)?.[1] : server;
  return mcpServer === undefined ? {} : { mcpServer };
}
