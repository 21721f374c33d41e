/** `scoring status` and `scoring healthcheck`: what a running server says of itself, and what is kept. */
import { z } from "zod";
import { selectDevelopers } from "../../identity/developers/table.ts";
import { selectKeys } from "../../identity/keys/table.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import type { Database } from "../../database/open.ts";
import { formatAddress } from "../../settings/values.ts";
import { type Command, type CommandCall, CommandFailure, writeAnswer } from "../command.ts";
import { settingFlags } from "../setting-flags.ts";
import { reading } from "../stores.ts";
import { formatTable } from "../text-table.ts";

const READINESS = z.object({
  status: z.enum(["ready", "not_ready"]),
  stages: z.record(z.string(), z.object({ ready: z.boolean(), detail: z.string().nullable() })),
});
type Readiness = z.infer<typeof READINESS>;

const PATIENCE_MS = 5_000;

export const STATUS: Command = {
  name: "status",
  operands: [],
  summary: "Tells whether the server is ready, stage by stage, and what is kept.",
  details: "It ends with 1 when the server does not answer or is not ready.",
  flags: settingFlags(["listen"]),
  reads: "directory",
  run: async (call) => {
    const url = addressOf(call);
    const readiness = await askReadiness(url);
    const kept = await reading(call, countKept);
    const server = { url, status: readiness?.status ?? "not_reached", stages: readiness?.stages ?? {} };
    writeAnswer(call, { server, kept }, describe(server, kept));
    return readiness?.status === "ready" ? 0 : 1;
  },
};

function addressOf(call: CommandCall): string {
  return `http://${formatAddress(call.loaded.settings.listen)}`;
}

/** Gives: null when nobody answers there, or something else than this server. */
async function askReadiness(url: string): Promise<Readiness | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return READINESS.parse(await response.json());
  } catch {
    return null;
  }
}

interface Kept {
  organizations: number;
  keysInForce: number;
  developers: number;
}

async function countKept(database: Database): Promise<Kept> {
  const organizations = await selectOrganizations(database);
  const keys = await selectKeys(database);
  let developers = 0;
  for (const { id } of organizations) {
    developers += (await selectDevelopers(database, id)).filter(
      ({ mergedInto }) => mergedInto === null,
    ).length;
  }
  const keysInForce = keys.filter(({ revokedAt }) => revokedAt === null).length;
  return { organizations: organizations.length, keysInForce, developers };
}

function describe(server: { url: string; status: string; stages: Readiness["stages"] }, kept: Kept): string {
  const left = { title: "", align: "left" } as const;
  const stages = Object.entries(server.stages).map(([stage, { ready, detail }]) => [
    `  ${stage}`,
    ready ? "ready" : "not ready",
    detail ?? "",
  ]);
  return [
    `${server.url}: ${server.status.replace("_", " ")}`,
    ...(stages.length === 0 ? [] : [formatTable([left, left, left], stages).slice(1)]),
    `${kept.organizations} organizations, ${kept.keysInForce} keys in force, ${kept.developers} developers`,
  ].join("\n");
}

export const HEALTHCHECK: Command = {
  name: "healthcheck",
  operands: [],
  summary: "Ends with 0 when the server's message stream is connected.",
  details: "For containers and supervisors; it asks GET /health.",
  flags: settingFlags(["listen"]),
  reads: "settings",
  run: async (call) => {
    const url = addressOf(call);
    const answer = await askHealth(url);
    if (answer !== "ok") throw new CommandFailure(`${url}/health: ${answer}`);
    writeAnswer(call, { url, health: answer }, answer);
    return 0;
  },
};

async function askHealth(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return await response.text();
  } catch {
    return "nobody answers";
  }
}
