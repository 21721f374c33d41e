/** Connects an organization to the chat tool, and disconnects it. */
import { inTransaction } from "../../database/transaction.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { ChatProblem } from "./chat-problem.ts";
import {
  type ConnectionKind,
  deleteConnections,
  replaceConnection,
  selectConnections,
} from "./connections-table.ts";
import type { ChatParts } from "./open-chat.ts";
import { makeSealingKey } from "./sealing-key.ts";
import { seal } from "./sealing.ts";
import { openSecret } from "./use-connection.ts";

/** Who connects, and what the browser brought back from Slack. */
export interface ConnectRequest {
  organizationId: string;
  actorId: string;
  code: string;
  redirectUrl: string;
}

/** A webhook address that somebody pasted. */
export interface WebhookRequest {
  organizationId: string;
  actorId: string;
  address: string;
}

/**
 * Exchanges the code for a token and keeps that, encrypted.
 *
 * @throws Nothing is changed then.
 */
export async function connectApp(
  parts: ChatParts,
  asked: ConnectRequest,
): Promise<Result<void, ChatProblem>> {
  const { client, slack } = parts;
  if (client === null) return fail({ kind: "client_refused" });
  const granted = await slack.exchangeCode({ client, code: asked.code, redirectUrl: asked.redirectUrl });
  if (!granted.ok) return granted;
  const { token: secret, scopes, team } = granted.value;
  const replaced = await tokenOfOtherTeam(parts, asked.organizationId, team);
  const kept = await keep(parts, { ...asked, kind: "app", secret, scopes, team });
  // where Slack does not take it back, the app can still be removed from that workspace
  if (kept.ok && replaced !== null) await slack.revoke(replaced);
  return kept;
}

/** Returns null where the same workspace is connected again: its new token may be the old one. */
async function tokenOfOtherTeam(
  parts: ChatParts,
  organization: string,
  team: ToKeep["team"],
): Promise<string | null> {
  const rows = await selectConnections(parts.database, organization);
  const app = rows.find(({ kind }) => kind === "app");
  if (app === undefined || app.team_id === team.id) return null;
  const secret = await openSecret(parts, app);
  return secret.ok ? secret.value : null;
}

/** Keeps the address, encrypted, in the place of the one before. */
export function connectWebhook(parts: ChatParts, asked: WebhookRequest): Promise<Result<void, ChatProblem>> {
  const { address: secret, ...rest } = asked;
  return keep(parts, { ...rest, kind: "webhook", secret, scopes: [], team: { id: null, name: null } });
}

interface ToKeep {
  organizationId: string;
  actorId: string;
  kind: ConnectionKind;
  secret: string;
  scopes: string[];
  team: { id: string | null; name: string | null };
}

function keep(
  { database, clock, keyPlace }: ChatParts,
  { organizationId: organization, actorId, kind, secret, scopes, team }: ToKeep,
): Promise<Result<void, ChatProblem>> {
  return inTransaction(database, "full", async (transaction) => {
    // in here, because two first connections at once would each make a key
    const key = await makeSealingKey(keyPlace);
    if (!key.ok) return key;
    await replaceConnection(transaction, {
      organization,
      kind,
      sealed: seal(secret, key.value, { organization, kind }),
      team_id: team.id,
      team_name: team.name,
      scopes: JSON.stringify(scopes),
      connected_at: clock(),
      connected_by: actorId,
      worked_at: null,
      problem_kind: null,
      problem: null,
      problem_at: null,
    });
    return succeed(undefined);
  });
}

/** What became of the token: `none` when no app was connected, or nobody could read its token any more. */
export interface Disconnected {
  token: "revoked" | "none" | ChatProblem;
}

/** Revokes the token and forgets everything, whether Slack answers or not. */
export async function disconnect(
  parts: ChatParts,
  { organizationId }: { organizationId: string },
): Promise<Disconnected> {
  const rows = await selectConnections(parts.database, organizationId);
  const app = rows.find(({ kind }) => kind === "app");
  const secret = app === undefined ? null : await openSecret(parts, app);
  const revoked = secret?.ok === true ? await parts.slack.revoke(secret.value) : null;
  await inTransaction(parts.database, "full", (transaction) =>
    deleteConnections(transaction, organizationId),
  );
  if (app === undefined) return { token: "none" };
  if (revoked === null) return { token: { kind: "connect_again" } };
  // one that Slack does not know any more is as good as revoked
  return { token: revoked.ok || revoked.problem.kind === "token_refused" ? "revoked" : revoked.problem };
}
