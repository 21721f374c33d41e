/** MCP over streamable HTTP: one request, one answer in JSON, nothing kept in between. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Api } from "./api.ts";
import { createMcpServer } from "./server.ts";

/**
 * Answers a message.
 *
 * @param asked - The request with its body, which was read.
 * @remarks Revision 2026-07-28 has one way to answer, those before it another.
 */
export async function answerMcp(asked: { request: Request; message: unknown }, api: Api): Promise<Response> {
  const { message: parsedBody } = asked;
  const request = acceptingBoth(asked.request);
  if (!(await isLegacyRequest(request, parsedBody))) {
    const handler = createMcpHandler(() => createMcpServer(api), { legacy: "reject", responseMode: "json" });
    return handler.fetch(request, { parsedBody });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await createMcpServer(api).connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

/** Every answer is JSON: who asks without saying that a stream would do as well is answered too. */
function acceptingBoth({ url, method, headers }: Request): Request {
  const accepting = new Headers(headers);
  accepting.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers: accepting });
}
