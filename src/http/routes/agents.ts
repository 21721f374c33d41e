/** `GET /v1/agents`: the agents that can be connected, and the settings that make each send its telemetry here. */
import { Elysia } from "elysia";
import { z } from "zod";
import { AGENT_TITLES, AGENTS } from "../../normaliser/dialects/agents.ts";
import { agentSettings, CONNECTABLE } from "../../normaliser/connect/agent-settings.ts";
import { ARRIVAL } from "../../normaliser/sightings/arrivals-table.ts";
import { SHELLS } from "../../normaliser/connect/shells.ts";
import { documented } from "../openapi/documented.ts";
import type { RouteContext } from "../route-context.ts";

/** A key is known to whom it was shown once, and to nobody else. */
const PLACEHOLDER = "<API_KEY>";

const PARAMETERS = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: "expected an address such as https://scoring.example.com" })
    .optional()
    .describe("Where the agents send to; by default public_url, or the address that this was asked at."),
  shell: z.enum(SHELLS).default("sh").describe("The shell that the agents are started from."),
});

const AGENTS_ANSWER = z.object({
  agents: z.array(
    z.object({
      agent: z.string(),
      blocks: z.array(
        z.object({
          place: z.string().describe("A file, or the shell that starts the agent."),
          format: z.enum(["shell", "toml", "json"]),
          text: z.string().describe(`With ${PLACEHOLDER} in place of a key.`),
        }),
      ),
      sends: z.string().describe("What the agent then sends, and what it does not."),
    }),
  ),
  titles: z
    .record(z.enum(AGENTS), z.string())
    .describe("What people call each agent that answers name; `other` is any agent that is not known."),
});

const ARRIVED_ANSWER = z.object({
  agents: z.array(ARRIVAL).describe("Without those that sent nothing yet."),
});

/** Mounts the routes. */
export function agentsRoutes(context: RouteContext, { publicUrl }: { publicUrl: string | null }) {
  return new Elysia()
    .get(
      "/v1/agents",
      ({ request, query }): z.infer<typeof AGENTS_ANSWER> => {
        const address = query.endpoint ?? publicUrl ?? new URL(request.url).origin;
        const to = { endpoint: address.replace(/(?<!\/)\/+$/, ""), key: PLACEHOLDER, shell: query.shell };
        return {
          agents: CONNECTABLE.map((agent) => ({ agent, ...agentSettings(agent, to) })),
          titles: AGENT_TITLES,
        };
      },
      {
        query: PARAMETERS,
        detail: documented({
          summary: "Every agent by name, and the settings that make it send its telemetry here",
          tag: "Dashboard",
          answer: AGENTS_ANSWER,
        }),
      },
    )
    .get(
      "/v1/agents/arrived",
      async ({ request }): Promise<z.infer<typeof ARRIVED_ANSWER>> => {
        const { organizationId: organization, keyId, developerId } = context.guard.callerOf(request);
        return { agents: await context.queries(request).readArrivals({ organization, keyId, developerId }) };
      },
      {
        detail: documented({
          summary: "Which agents have sent sessions with this key, or with a key of the account's developer",
          tag: "Dashboard",
          answer: ARRIVED_ANSWER,
        }),
      },
    );
}
