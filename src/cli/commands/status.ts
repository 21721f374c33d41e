/** `scoring status` and `scoring healthcheck`: what a running server says of itself, and what is kept. */
import { describeBooks } from "../../appliance/describe-status.ts";
import { lagsOf } from "../../appliance/observe.ts";
import type { Database } from "../../database/open.ts";
import { type Kept, readKept } from "../../http/read-kept.ts";
import type { BooksStatus, StageStatus } from "../../http/status-answer.ts";
import { selectDevelopers } from "../../identity/developers/table.ts";
import { selectKeys } from "../../identity/keys/table.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import {
  addressOf,
  askHealth,
  askReadiness,
  askStatus,
  KEY_FLAG,
  keyOf,
  type ServerReadiness,
} from "../ask-server.ts";
import { type Command, type CommandCall, CommandFailure, writeAnswer } from "../command.ts";
import { settingFlags } from "../setting-flags.ts";
import { formatBooks, formatStages } from "../status-text.ts";
import { reading } from "../stores.ts";

export const STATUS: Command = {
  name: "status",
  operands: [],
  summary: "Tells whether the server is ready, how far each stage is behind, and whether the books balance.",
  details:
    "With an admin's key it asks the server for everything; without one it asks whether it is ready, and reads " +
    "the rest from the database.\nIt ends with 1 when the server does not answer, is not ready, or the books do " +
    "not balance.",
  flags: { ...KEY_FLAG, ...settingFlags(["listen"]) },
  reads: "directory",
  run: async (call) => {
    const kept = await reading(call, countKept);
    const seen = await lookAt(call);
    writeAnswer(call, { ...seen, kept }, describe(seen, kept));
    return seen.server.status === "ready" && seen.books.balanced ? 0 : 1;
  },
};

/** What could be learnt. */
interface Seen {
  server: { url: string; status: "ready" | "not_ready" | "not_reached"; stages: StageStatus[] };
  books: BooksStatus;
}

async function lookAt(call: CommandCall): Promise<Seen> {
  const url = addressOf(call);
  const key = keyOf(call);
  const answer = key === null ? null : await askStatus(url, key);
  if (answer !== null && answer.books !== null) {
    const { status, stages, books } = answer;
    return { server: { url, status, stages }, books };
  }
  const readiness = await askReadiness(url);
  const kept = await reading(call, (database) => readKept(database, null));
  const stages = readiness === null ? [] : stagesOf(readiness, kept, call.program.clock());
  const status = readiness?.status ?? "not_reached";
  return { server: { url, status, stages }, books: describeBooks(kept, null, null) };
}

/** What `/readyz` does not tell stands in the database, but for counters and errors. */
function stagesOf({ stages }: ServerReadiness, { backlog }: Kept, now: Milliseconds): StageStatus[] {
  const lags: Record<string, StageStatus["lag"]> = lagsOf(backlog, now);
  return Object.entries(stages).map(([stage, { ready, detail }]) => {
    return { stage, ready, detail, lag: lags[stage] ?? null, lastError: null, counters: {} };
  });
}

interface CountedKept {
  organizations: number;
  keysInForce: number;
  developers: number;
}

async function countKept(database: Database): Promise<CountedKept> {
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

function describe({ server, books }: Seen, kept: CountedKept): string {
  return [
    `${server.url}: ${server.status.replace("_", " ")}`,
    ...(server.stages.length === 0 ? [] : ["", formatStages(server.stages), ""]),
    formatBooks(books),
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
