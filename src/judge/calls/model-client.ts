/** One call to the judge model over HTTP: the only place that knows the openai package. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { z } from "zod";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Instant, Milliseconds, Tokens } from "../../vocabulary/units.ts";
import type { Manners } from "./manners.ts";
import type { JudgeProblem } from "../question.ts";
import { retryAfterOf } from "./retry-after.ts";

/** Where the model is. */
export interface ModelAddress {
  baseUrl: string;
  model: string;
  apiKey: string | null;
  timeoutMs: Milliseconds;
  clock: Clock;
}

/** What one call sends. */
export interface ModelRequest {
  messages: readonly { role: "system" | "user"; content: string }[];
  answer: { name: string; schema: Record<string, unknown> };
  maxOutputTokens: Tokens;
  manners: Manners;
}

/** How one call ended. */
export type CallOutcome =
  | { kind: "said"; text: string; isCut: boolean; usage: Usage | null }
  | { kind: "refused"; usage: Usage | null }
  /** The server took the request for invalid; what it said may say which field it means. */
  | { kind: "not_accepted"; said: string; status: number }
  | { kind: "problem"; problem: JudgeProblem; isWorthRetrying: boolean };

/** Tokens as the server counted them, whatever it says. */
export interface Usage {
  inputTokens: Tokens;
  outputTokens: Tokens;
}

/** More than any answer that is asked for; a server that sends more is broken or hostile. */
const MOST_BYTES = 4 * 2 ** 20;

const COMPLETION = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});

/** Calls one model. Every option is given, so that none of the package's own variables has a say. */
export class ModelClient {
  private readonly openai: OpenAI;
  private readonly model: string;
  private readonly clock: Clock;

  constructor({ baseUrl, model, apiKey, timeoutMs, clock }: ModelAddress) {
    this.model = model;
    this.clock = clock;
    this.openai = new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey ?? "none",
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      // a local model wants no key: then none is sent
      defaultHeaders: apiKey === null ? { authorization: null } : {},
      timeout: timeoutMs,
      maxRetries: 0,
      logLevel: "off",
      fetch: boundedFetch,
    });
  }

  /** @throws Rejects with the signal's reason when that aborts. */
  async call(request: ModelRequest, signal?: AbortSignal): Promise<CallOutcome> {
    try {
      const body = bodyOf(this.model, request);
      const answered: unknown = await this.openai.chat.completions.create(body, signal && { signal });
      return readCompletion(answered);
    } catch (error) {
      signal?.throwIfAborted();
      return explain(error, this.clock());
    }
  }
}

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;

function bodyOf(model: string, { messages, answer, maxOutputTokens, manners }: ModelRequest): Body {
  const format = manners.format === "json_object" ? ({ type: "json_object" } as const) : null;
  const schema = { type: "json_schema", json_schema: { ...answer, strict: true } } as const;
  const asked = manners.format === "json_schema" ? schema : format;
  return {
    model,
    messages: [...messages],
    [manners.limitField]: maxOutputTokens,
    ...(manners.setsTemperature && { temperature: 0 }),
    ...(asked !== null && { response_format: asked }),
  };
}

/** The whole body belongs to the call's time; nobody is followed to another address with what people wrote. */
async function boundedFetch(url: string | URL | Request, options?: RequestInit): Promise<Response> {
  // Bun's own limit of five minutes would end calls that the settings allow
  const asked = { ...options, headers: neededHeaders(options), redirect: "manual", timeout: false };
  const response = await fetch(url, asked as RequestInit);
  const { status } = response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error("the answer is larger than any that is asked for");
    chunks.push(chunk);
  }
  return new Response(status === 204 ? null : Buffer.concat(chunks), {
    status,
    headers: plainHeaders(response.headers),
  });
}

/** The package would send facts about this machine, and what OPENAI_CUSTOM_HEADERS says. */
function neededHeaders(options: RequestInit | undefined): Headers {
  const all = new Headers(options?.headers);
  const needed = ["accept", "authorization", "content-type"].filter((name) => all.has(name));
  return new Headers(needed.map((name) => [name, all.get(name) ?? ""]));
}

/** The body is unpacked by now. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete("content-encoding");
  plain.delete("content-length");
  return plain;
}

function readCompletion(answered: unknown): CallOutcome {
  const read = COMPLETION.safeParse(answered);
  const choice = read.data?.choices[0];
  if (choice === undefined) return problem({ kind: "server_failed", status: 200 });
  const counted = read.data?.usage ?? null;
  const usage = counted && { inputTokens: counted.prompt_tokens, outputTokens: counted.completion_tokens };
  const { finish_reason: reason, message } = choice;
  if (typeof message.refusal === "string" || reason === "content_filter") return { kind: "refused", usage };
  return { kind: "said", text: message.content ?? "", isCut: reason === "length", usage };
}

/** Messages of errors can hold the caller's text and the key: none of them leaves this file but to find the manners. */
function explain(error: unknown, now: Instant): CallOutcome {
  if (error instanceof APIConnectionTimeoutError) return problem({ kind: "timed_out" });
  if (error instanceof APIUserAbortError) return problem({ kind: "timed_out" });
  if (error instanceof APIConnectionError || !(error instanceof APIError))
    return problem({ kind: "unreachable" }, "retry");
  return explainStatus(error, now);
}

function explainStatus(error: APIError, now: Instant): CallOutcome {
  const status = error.status as number;
  switch (status) {
    case 400:
    case 422:
      return { kind: "not_accepted", said: `${error.param} ${error.message}`, status };
    case 401:
    case 403:
      return problem({ kind: "key_refused" });
    case 404:
      return problem({ kind: "unknown_model" });
    case 429:
      return rateLimited(error, now);
    default:
      return problem({ kind: "server_failed", status }, isPassing(status) ? "retry" : "leave");
  }
}

/** OpenAI says so where nothing is left to spend with it: waiting does not help. */
function rateLimited(error: APIError, now: Instant): CallOutcome {
  const limited = { kind: "rate_limited", retryAfterMs: retryAfterOf(error.headers, now) } as const;
  return problem(limited, error.code === "insufficient_quota" ? "leave" : "retry");
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 409;
}

function problem(found: JudgeProblem, then: "retry" | "leave" = "leave"): CallOutcome {
  return { kind: "problem", problem: found, isWorthRetrying: then === "retry" };
}
