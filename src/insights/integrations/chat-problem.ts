/** Why something that was asked of the chat tool was not done, and what to do about it. */
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/** Nothing of what was sent or answered is in it but Slack's own word for what is wrong. */
export type ChatProblem =
  | { kind: PlainProblem }
  | { kind: "rate_limited"; retryAfterMs: Milliseconds | null }
  | { kind: "server_failed"; status: number }
  /** A word that this program does not know. */
  | { kind: "refused"; code: string };

type PlainProblem =
  | "offline"
  | "not_connected"
  | "connect_again"
  | "key_damaged"
  | "no_channel"
  | "channel_is_fixed"
  | "token_refused"
  | "missing_scope"
  | "channel_not_found"
  | "not_in_channel"
  | "channel_archived"
  | "forbidden"
  | "webhook_gone"
  | "message_refused"
  | "code_refused"
  | "wrong_redirect"
  | "client_refused"
  | "token_expires"
  | "unreachable"
  | "timed_out"
  | "broken_off"
  | "not_slack";

/** A sentence or two for a person: what is wrong, and what to do. */
export function explainChatProblem(problem: ChatProblem): string {
  switch (problem.kind) {
    case "rate_limited":
      return `Slack takes no more messages from this app${forHowLong(problem.retryAfterMs)}. Wait, or send less often.`;
    case "server_failed":
      return `Slack failed with status ${problem.status}. Try again later; https://status.slack.com reports outages.`;
    case "refused":
      return `Slack refused with "${problem.code}". Slack's documents say what that means.`;
    default:
      return SENTENCES[problem.kind];
  }
}

const SENTENCES: Readonly<Record<PlainProblem, string>> = {
  offline:
    "This server runs with offline, which forbids the connection to Slack. To use Slack, turn offline off and reload the settings (SIGHUP).",
  not_connected: "Slack is not connected. An administrator connects it on the page Settings, Messages.",
  connect_again:
    "What connects this server to Slack cannot be decrypted: the key it was encrypted with is gone or was changed. Connect Slack again.",
  key_damaged:
    "The file integration-key in the data directory is damaged. Put it back from your own copy, or remove it; then connect Slack again.",
  no_channel: "Name a channel: the app can post to several. Choose one, or give its id.",
  channel_is_fixed:
    "Only a webhook address is connected, and it posts only to its own channel. Leave the channel out, or connect Slack by signing in.",
  token_refused: "Slack does not accept this connection any more. Connect Slack again.",
  missing_scope:
    "The Slack app lacks a permission. Give it the scopes chat:write and channels:read, then connect Slack again.",
  channel_not_found: "Slack knows no such channel, or the app may not see it. Choose another channel.",
  not_in_channel: "The app is not in this channel. In Slack, invite it there: /invite @ and the app's name.",
  channel_archived: "This channel is archived. Choose another channel, or restore it in Slack.",
  forbidden: "Slack's settings do not let this app post there. Ask an administrator of the workspace.",
  webhook_gone: "Slack does not know this webhook address any more. Make a new one and paste it.",
  message_refused: "Slack does not accept the message. This is a fault of scoring: please report it.",
  code_refused: "Slack does not accept its own code: it was used, or is too old. Connect Slack again.",
  wrong_redirect:
    "Slack does not accept the address that it should send people back to. In the Slack app, add public_url followed by /v1/integrations/slack/callback to the redirect URLs.",
  client_refused: "Slack does not know this app. Check slack_client_id and slack_client_secret.",
  token_expires:
    "The Slack app rotates its tokens, which is not supported. Make an app without token rotation, as docs/reports.md shows.",
  unreachable:
    "Slack does not answer. Check that this server may reach slack.com and hooks.slack.com by https.",
  timed_out: "Slack took longer than 10 s to answer. Try again later.",
  broken_off: "The connection to Slack broke off before it had answered. Try again later.",
  not_slack:
    "What answered is not Slack. A proxy or firewall may be in between; let this server reach slack.com and hooks.slack.com.",
};

function forHowLong(retryAfterMs: Milliseconds | null): string {
  return retryAfterMs === null ? "" : ` for ${Math.ceil(retryAfterMs / SECOND)} s`;
}

/** Problems that may pass without anybody doing something. */
const PASSING: ReadonlySet<ChatProblem["kind"]> = new Set<ChatProblem["kind"]>([
  "rate_limited",
  "server_failed",
  "unreachable",
  "timed_out",
  "broken_off",
  "not_slack",
]);

/** Whether the same may work later without anybody changing something. */
export function isPassing({ kind }: ChatProblem): boolean {
  return PASSING.has(kind);
}
