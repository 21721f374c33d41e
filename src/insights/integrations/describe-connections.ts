/** Says how an organization is connected to the chat tool. */
import { isoTime } from "../../vocabulary/times.ts";
import { actorName } from "../../identity/actor-name.ts";
import { explainChatProblem } from "./chat-problem.ts";
import type { ChatAnswer } from "./connection-answer.ts";
import { type ConnectionRow, selectConnections } from "./connections-table.ts";
import type { ChatParts } from "./open-chat.ts";
import { openSecret } from "./use-connection.ts";

/** Refused by Slack: nothing but connecting again helps. */
const ENDED: ReadonlySet<string> = new Set(["token_refused", "webhook_gone"]);

/** Asks nobody but the database and the file of the key. */
export async function describeConnections(
  parts: Pick<ChatParts, "database" | "keyPlace" | "clock">,
  { organizationId }: { organizationId: string },
): Promise<ChatAnswer> {
  const rows = await selectConnections(parts.database, organizationId);
  const [app, webhook] = (["app", "webhook"] as const).map((kind) => rows.find((row) => row.kind === kind));
  return {
    app:
      app === undefined
        ? null
        : {
            ...(await describe(parts, app)),
            team: { id: app.team_id, name: app.team_name },
            scopes: JSON.parse(app.scopes) as string[],
          },
    webhook: webhook === undefined ? null : await describe(parts, webhook),
  };
}

async function describe(
  parts: Pick<ChatParts, "database" | "keyPlace" | "clock">,
  row: ConnectionRow,
): Promise<NonNullable<ChatAnswer["webhook"]>> {
  const secret = await openSecret(parts, row);
  const isLost = !secret.ok;
  const lastError = isLost
    ? { at: isoTime(parts.clock()), message: explainChatProblem(secret.problem) }
    : lastErrorOf(row);
  return {
    state: isLost || ENDED.has(row.problem_kind ?? "") ? "connect_again" : "connected",
    connectedAt: isoTime(row.connected_at),
    connectedBy: await actorName(parts.database, row.connected_by),
    workedAt: row.worked_at === null ? null : isoTime(row.worked_at),
    lastError,
  };
}

function lastErrorOf({ problem, problem_at: at }: ConnectionRow): { at: string; message: string } | null {
  return problem === null || at === null ? null : { at: isoTime(at), message: problem };
}
