/** What Slack's own words for what is wrong mean here. */
import type { Milliseconds } from "../../../vocabulary/units.ts";
import type { ChatProblem } from "../chat-problem.ts";

type Meaning = Exclude<ChatProblem["kind"], "rate_limited" | "server_failed" | "refused">;

/**
 * Words by what they mean.
 *
 * @see Slack, "Errors" of auth.revoke, chat.postMessage, conversations.list and oauth.v2.access, and "Sending
 *   messages using incoming webhooks", read 2026-11.
 */
const WORDS: readonly [Meaning, readonly string[]][] = [
  [
    "token_refused",
    ["invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive", "team_disabled"],
  ],
  ["missing_scope", ["missing_scope", "no_permission", "not_allowed_token_type"]],
  ["channel_not_found", ["channel_not_found"]],
  ["not_in_channel", ["not_in_channel"]],
  ["channel_archived", ["is_archived", "channel_is_archived"]],
  [
    "forbidden",
    [
      "restricted_action",
      "restricted_action_read_only_channel",
      "restricted_action_thread_only_channel",
      "restricted_action_non_threadable_channel",
      "action_prohibited",
      "posting_to_general_channel_denied",
      "ekm_access_denied",
      "access_denied",
      "team_access_not_granted",
      "org_login_required",
    ],
  ],
  ["webhook_gone", ["no_service", "no_service_id", "no_team", "no_active_hooks", "invalid_token"]],
  [
    "message_refused",
    [
      "invalid_blocks",
      "invalid_blocks_format",
      "msg_too_long",
      "msg_blocks_too_long",
      "no_text",
      "invalid_payload",
    ],
  ],
  ["code_refused", ["invalid_code", "code_already_used", "code_expired"]],
  ["wrong_redirect", ["bad_redirect_uri", "oauth_authorization_url_mismatch"]],
  ["client_refused", ["invalid_client_id", "bad_client_secret", "invalid_client"]],
];

const MEANINGS = new Map(WORDS.flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));

const PASSING: ReadonlySet<string> = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "rollup_error",
]);

/** @remarks Takes Slack's word, the status it came with, and how long it asks to wait. */
export function readRefusal(
  word: string,
  { status, retryAfterMs }: { status: number; retryAfterMs: Milliseconds | null },
): ChatProblem {
  if (word === "ratelimited" || word === "rate_limited") return { kind: "rate_limited", retryAfterMs };
  if (PASSING.has(word)) return { kind: "server_failed", status };
  const kind = MEANINGS.get(word);
  if (kind !== undefined) return { kind };
  // anything else but a plain word may hold what was sent
  return /^[a-z_]{1,60}$/.test(word) ? { kind: "refused", code: word } : { kind: "not_slack" };
}
