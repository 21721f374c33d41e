/** The part of the OpenAPI document for what the Claude Code plugin posts, which is answered before any route. */
import type { z } from "zod";
import {
  CAPTURED_PROMPT,
  CAPTURED_RESPONSE,
  PROMPT_BODY,
  RESPONSE_BODY,
} from "../../ingest/prompts/prompt-body.ts";
import { inputSchema, outputSchema } from "./json-schema.ts";
import { nameResponses, problem } from "./refusals.ts";

const REFUSALS = nameResponses("Prompt", {
  "400": problem("Not JSON, or not valid; nothing was stored"),
  "401": problem("Missing, unknown or revoked key"),
  "405": { ...problem("Another method than POST"), headers: { Allow: { schema: { const: "POST" } } } },
  "408": problem("The body arrived too slowly; its connection is closed"),
  "413": problem("Larger than the limit, as sent or after gunzip, or with more than 10,000 values"),
  "415": problem("Not application/json, or a Content-Encoding other than gzip"),
  "429": problem("The key sends more requests than it may; retryAfterSeconds says how long to wait"),
  "500": problem("It broke here; the server's log has the reason"),
  "503": problem("Under backpressure; retryAfterSeconds says how long to wait"),
});

/** Refusals of these operations, by name. */
export const PLUGIN_RESPONSES = REFUSALS.named;

/** Operations of the Claude Code plugin, by path and method. */
export const PLUGIN_PATHS: Readonly<Record<string, Record<string, object>>> = {
  "/v1/prompts": {
    post: capture("Takes a prompt as the Claude Code plugin or an agent's own hook posts it", {
      body: PROMPT_BODY,
      answer: CAPTURED_PROMPT,
    }),
  },
  "/v1/prompts/response": {
    post: capture("Takes the response to a prompt", { body: RESPONSE_BODY, answer: CAPTURED_RESPONSE }),
  },
};

function capture(summary: string, { body, answer }: { body: z.ZodType; answer: z.ZodType }): object {
  return {
    summary,
    description: "202 means that it is on disk. Fields that are not listed are ignored and not stored.",
    tags: ["Plugin"],
    requestBody: { required: true, content: { "application/json": { schema: inputSchema(body) } } },
    responses: {
      "202": { description: "Stored", content: { "application/json": { schema: outputSchema(answer) } } },
      ...REFUSALS.references,
    },
  };
}
