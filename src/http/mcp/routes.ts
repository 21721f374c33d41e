/** `POST /mcp`: the questions of agents, by the Model Context Protocol. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../openapi/documented.ts";
import type { RouteContext } from "../route-context.ts";

/** What answering needs in addition to what every route has. */
export interface McpParts {
  publicUrl: string | null;
  /** Answers a request as the API does. */
  handle(request: Request): Promise<Response>;
}

const MESSAGE = z.looseObject({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  id: z.union([z.string(), z.int()]).optional(),
  params: z.looseObject({}).optional(),
});

const { responses, ...described } = documented({
  summary: "One message of the Model Context Protocol (streamable HTTP, nothing kept in between)",
  tag: "About",
  answer: z.looseObject({}),
});

const DETAIL = {
  ...described,
  responses: {
    ...responses,
    "202": { description: "A notification" },
    "400": {
      description: "No message: a problem, or an error of JSON-RPC",
      content: {
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        "application/json": { schema: { type: "object" as const } },
      },
    },
  },
};

/** Mounts the route. */
export function mcpRoutes({ guard, clock }: RouteContext, { publicUrl, handle }: McpParts) {
  return new Elysia().post(
    "/mcp",
    async ({ request, body }) => {
      // nobody needs it until the first question
      const { answerMcp } = await import("../../mcp/over-http.ts");
      const { origin } = new URL(request.url);
      const get = (address: string): Promise<Response> => {
        const next = new Request(origin + address, { headers: { accept: "application/json" } });
        guard.admitAs(request, next);
        return handle(next);
      };
      const pages = (publicUrl ?? origin).replace(/(?<!\/)\/+$/, "");
      return answerMcp({ request, message: body }, { get, pages, clock });
    },
    {
      body: MESSAGE,
      detail: DETAIL,
    },
  );
}
