/** What this program asks of Slack: five methods of its Web API, and webhooks. */
import { z } from "zod";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { ChatProblem } from "../chat-problem.ts";
import type { SlackAddresses } from "./addresses.ts";
import type { SlackMessage } from "./blocks.ts";
import { type CallRules, callSlack, readMethodReply, readWebhookReply, type SlackCall } from "./call.ts";

/** Calls Slack with what it is handed; it keeps nothing. */
export interface SlackClient {
  /** Exchanges the code that the browser brought back for a token. */
  exchangeCode(asked: CodeExchange): Promise<Result<SlackGrant, ChatProblem>>;
  revoke(token: string): Promise<Result<void, ChatProblem>>;
  /** The public channels that are in use. */
  listChannels(token: string): Promise<Result<ChannelList, ChatProblem>>;
  postMessage(token: string, channel: string, message: SlackMessage): Promise<Result<void, ChatProblem>>;
  postToWebhook(pasted: string, message: SlackMessage): Promise<Result<void, ChatProblem>>;
}

/** A code, and the address that the browser brought it to. */
export interface CodeExchange {
  client: { id: string; secret: string };
  code: string;
  redirectUrl: string;
}

/** What Slack gave out. */
export interface SlackGrant {
  token: string;
  scopes: string[];
  team: { id: string | null; name: string | null };
}

/** Channels that the app can post to. */
export interface ChannelList {
  channels: { id: string; name: string; isMember: boolean }[];
  /** Whether these are all: a workspace with very many has more. */
  isComplete: boolean;
}

/** @see Slack, "conversations.list", read 2026-11: below a thousand at once. */
const CHANNELS_AT_ONCE = "999";

/** So that a workspace with very many channels cannot hold up whoever waits. */
const MOST_PAGES = 4;

const TEAM = z.object({ id: z.string().max(50), name: z.string().max(200).nullish() }).nullish();

const GRANT = z.object({
  access_token: z.string().min(1).max(1_000),
  scope: z.string().max(2_000).catch(""),
  team: TEAM,
  enterprise: TEAM,
  expires_in: z.number().nullish(),
});

const CHANNELS = z.object({
  channels: z.array(
    z.object({ id: z.string().max(50), name: z.string().max(200), is_member: z.boolean().catch(false) }),
  ),
  response_metadata: z.object({ next_cursor: z.string().max(1_000).nullish() }).nullish(),
});

/** The client. Slack's own package would bring its own HTTP client, which follows redirects and tries again. */
export function createSlackClient(addresses: SlackAddresses, rules: CallRules): SlackClient {
  const ask = async (
    name: string,
    call: Omit<SlackCall, "address">,
  ): Promise<Result<object, ChatProblem>> => {
    const reply = await callSlack(rules, { ...call, address: addresses.method(name) });
    return reply.ok ? readMethodReply(reply.value) : reply;
  };
  return {
    async exchangeCode({ client, code, redirectUrl }) {
      const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;
      const body = { form: { code, redirect_uri: redirectUrl } };
      return readGrant(await ask("oauth.v2.access", { authorization, body }));
    },
    async revoke(token) {
      const revoked = await ask("auth.revoke", { authorization: bearer(token), body: { form: {} } });
      return revoked.ok ? succeed(undefined) : revoked;
    },
    listChannels: (token) =>
      everyPage(async (cursor) => {
        const form = { types: "public_channel", exclude_archived: "true", limit: CHANNELS_AT_ONCE };
        const body = { form: cursor === null ? form : { ...form, cursor } };
        return readChannels(await ask("conversations.list", { authorization: bearer(token), body }));
      }),
    async postMessage(token, channel, message) {
      const json = { ...message, channel, parse: "none", link_names: false };
      const posted = await ask("chat.postMessage", { authorization: bearer(token), body: { json } });
      return posted.ok ? succeed(undefined) : posted;
    },
    async postToWebhook(pasted, message) {
      const call = { address: addresses.webhook(pasted), authorization: null, body: { json: message } };
      const reply = await callSlack(rules, call);
      return reply.ok ? readWebhookReply(reply.value) : reply;
    },
  };
}

function bearer(token: string): string {
  return `Bearer ${token}`;
}

function readGrant(answered: Result<object, ChatProblem>): Result<SlackGrant, ChatProblem> {
  if (!answered.ok) return answered;
  const read = GRANT.safeParse(answered.value);
  if (!read.success) return fail({ kind: "not_slack" });
  const { access_token: token, scope, team, enterprise, expires_in: expiresIn } = read.data;
  if (typeof expiresIn === "number") return fail({ kind: "token_expires" });
  const { id = null, name = null } = team ?? enterprise ?? {};
  return succeed({ token, scopes: scope.split(",").filter((word) => word !== ""), team: { id, name } });
}

interface ChannelPage {
  channels: ChannelList["channels"];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

type ReadPage = (cursor: string | null) => Promise<Result<ChannelPage, ChatProblem>>;

async function everyPage(readPage: ReadPage): Promise<Result<ChannelList, ChatProblem>> {
  const channels: ChannelList["channels"] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Result<ChannelPage, ChatProblem> = await readPage(cursor);
    if (!page.ok) return page;
    channels.push(...page.value.channels);
    cursor = page.value.next;
    if (cursor === null) break;
  }
  return succeed({ channels, isComplete: cursor === null });
}

function readChannels(answered: Result<object, ChatProblem>): Result<ChannelPage, ChatProblem> {
  if (!answered.ok) return answered;
  const read = CHANNELS.safeParse(answered.value);
  if (!read.success) return fail({ kind: "not_slack" });
  const { channels, response_metadata: metadata } = read.data;
  return succeed({
    channels: channels.map(({ id, name, is_member: isMember }) => ({ id, name, isMember })),
    // Slack's empty text is the end
    next: metadata?.next_cursor || null,
  });
}
