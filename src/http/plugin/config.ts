/** `GET /v1/plugin/config`: what the Claude Code plugin does until it asks again. */
import { Elysia } from "elysia";
import { z } from "zod";
import { pluginVersion } from "../../../embedded/plugin/asset.ts";
import type { Settings } from "../../settings/schema.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { documented } from "../openapi/documented.ts";

/** The oldest Claude Code plugin that this server still understands. */
const MINIMUM_VERSION = "0.3.0";

const CACHE_SECONDS = 86_400;

const PLUGIN_CONFIG = z.object({
  version: z.string().describe("The Claude Code plugin that goes with this server."),
  minimumVersion: z.string().describe("The oldest one that it still understands."),
  capture: z.object({
    prompts: z.boolean().describe("Whether texts of prompts are kept; when false the plugin sends none."),
    responses: z.boolean().describe("The same for responses."),
    maxChars: z.int().describe("Longest text that is kept, in code points; the server cuts longer ones."),
  }),
  endpoints: z
    .object({ prompts: z.string(), responses: z.string() })
    .describe("Paths on the address that the plugin asks."),
  cacheSeconds: z.int().describe("How long the plugin keeps this answer."),
});
export type PluginConfig = z.output<typeof PLUGIN_CONFIG>;

/** What these settings make of it. */
export function pluginConfig({
  captureMode,
  promptMaxChars,
}: Pick<Settings, "captureMode" | "promptMaxChars">): PluginConfig {
  const isKept = captureMode === "full";
  return {
    version: pluginVersion,
    minimumVersion: MINIMUM_VERSION,
    capture: { prompts: isKept, responses: isKept, maxChars: promptMaxChars },
    endpoints: { prompts: "/v1/prompts", responses: "/v1/prompts/response" },
    cacheSeconds: CACHE_SECONDS,
  };
}

/** Mounts the route. */
export function pluginRoutes(config: PluginConfig) {
  const text = JSON.stringify(config);
  const etag = `"${derivedId(text)}"`;
  const headers = { etag, "cache-control": `private, max-age=${CACHE_SECONDS}` };
  return new Elysia().get(
    "/v1/plugin/config",
    ({ request }) =>
      isKnown(request.headers.get("if-none-match"), etag)
        ? new Response(null, { status: 304, headers })
        : new Response(text, { headers: { ...headers, "content-type": "application/json" } }),
    {
      detail: documented({
        summary: "What the Claude Code plugin sends, and where; 304 when If-None-Match names its ETag",
        tag: "Plugin",
        answer: PLUGIN_CONFIG,
      }),
    },
  );
}

/** @see RFC 9110, section 13.1.2: a list of tags, weak or not, or `*`. */
function isKnown(condition: string | null, etag: string): boolean {
  if (condition === null) return false;
  return condition.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
