/** One call to Slack: bounded in time and size, sent nowhere else, and not at all when the owner forbids it. */
import { retryAfterOf } from "../../../judge/calls/retry-after.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { Bytes, Milliseconds } from "../../../vocabulary/units.ts";
import type { ChatProblem } from "../chat-problem.ts";
import { readRefusal } from "./refusals.ts";

/** What every call is bound by. */
export interface CallRules {
  isOffline: boolean;
  timeoutMs: Milliseconds;
  clock: Clock;
}

/** What is sent, and with whose word. */
export interface SlackCall {
  address: string;
  authorization: string | null;
  body: { form: Readonly<Record<string, string>> } | { json: object };
}

/** What came back, whole. */
export interface SlackReply {
  status: number;
  text: string;
  retryAfterMs: Milliseconds | null;
}

/** More than any answer that is asked for: a page of channels takes some 1.5 MB. */
const MOST_BYTES: Bytes = 4 * 2 ** 20;

/**
 * Calls Slack.
 *
 * @throws When it is forbidden, not reached, too slow, breaks off, or answers what Slack does not.
 */
export async function callSlack(rules: CallRules, call: SlackCall): Promise<Result<SlackReply, ChatProblem>> {
  if (rules.isOffline) return fail({ kind: "offline" });
  const signal = AbortSignal.timeout(rules.timeoutMs);
  try {
    const response = await fetch(call.address, { ...requestOf(call), redirect: "manual", signal });
    const text = await boundedText(response);
    const reply = {
      status: response.status,
      text,
      retryAfterMs: retryAfterOf(response.headers, rules.clock()),
    };
    return judge(reply);
  } catch (error) {
    // the exception's own words can hold the address, which for a webhook is the secret itself
    if (signal.aborted) return fail({ kind: "timed_out" });
    return fail({ kind: isBrokenOff(error) ? "broken_off" : "unreachable" });
  }
}

/** What Bun calls a connection that was there, and ended before the answer did. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(["ECONNRESET", "ConnectionClosed"]);

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && BROKEN_OFF.has(error.code);
}

function requestOf({ authorization, body }: SlackCall) {
  const type = "form" in body ? "application/x-www-form-urlencoded" : "application/json";
  return {
    method: "POST",
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "user-agent": "scoring",
      ...(authorization !== null && { authorization }),
    },
    body: "form" in body ? new URLSearchParams(body.form).toString() : JSON.stringify(body.json),
  };
}

/** Returns the body; nothing when it is larger than any that Slack sends. */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Nobody is followed to another address with a token. */
function judge(reply: SlackReply): Result<SlackReply, ChatProblem> {
  const { status, retryAfterMs } = reply;
  if (status === 429) return fail({ kind: "rate_limited", retryAfterMs });
  if (status >= 500) return fail({ kind: "server_failed", status });
  if (status >= 300 && status < 400) return fail({ kind: "not_slack" });
  return succeed(reply);
}

/**
 * What a method of the Web API answered.
 *
 * @throws With what Slack says is wrong.
 */
export function readMethodReply({ text, ...reply }: SlackReply): Result<object, ChatProblem> {
  const answer = parsed(text);
  if (answer === null || !("ok" in answer)) return fail({ kind: "not_slack" });
  if (answer.ok === true) return succeed(answer);
  return fail(readRefusal("error" in answer ? String(answer.error) : "", reply));
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/**
 * What a webhook answered: plain words.
 *
 * @throws With what Slack says is wrong.
 */
export function readWebhookReply({ text, ...reply }: SlackReply): Result<void, ChatProblem> {
  const word = text.trim();
  return word === "ok" && reply.status === 200 ? succeed(undefined) : fail(readRefusal(word, reply));
}
