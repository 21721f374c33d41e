/** A server that speaks the chat completions protocol over real HTTP and fails as the script says; it keeps no text. */
import { answerBySchema, type JsonSchema, type Sense } from "./scripted-answer.ts";

/** What goes wrong with one call. */
export type Fault =
  | { kind: "rate_limited"; retryAfter?: string }
  | StatusFault
  | { kind: "redirect"; to: string }
  | { kind: "hang" }
  | { kind: "reset" }
  /** JSON that ends in the middle, as a model that ran out of tokens leaves it. */
  | { kind: "cut" }
  /** JSON of another shape. */
  | { kind: "wrong_shape" }
  /** A sentence instead of JSON. */
  | { kind: "prose" }
  | { kind: "refusal" }
  /** A body that is no chat completion at all. */
  | { kind: "not_a_completion" };

interface StatusFault {
  kind: "status";
  status: number;
  code?: string;
  param?: string;
  message?: string;
}

/** What the server noted of a call: never its text. */
export interface NotedCall {
  model: string;
  format: "json_schema" | "json_object" | "text";
  tokenLimit: number | null;
  /** Which of the two fields the limit was in. */
  limitField: "max_tokens" | "max_completion_tokens" | null;
  hasTemperature: boolean;
  /** The names of all headers, in order. */
  headers: string[];
  authorization: "none" | "right" | "wrong";
  messages: number;
  /** Characters of all messages. */
  characters: number;
}

/** A request as an answer is made from it. */
export interface AskedOfModel {
  system: string;
  user: string;
  /** The schema that the answer must have: from response_format, or from the text where it is there. */
  schema: JsonSchema | null;
}

export interface ScriptedModelOptions {
  /** How long each answer takes. */
  answersAfterMs?: number;
  /** The key it wants; without one every request is let in. */
  key?: string;
  /** The only models it knows; without them any name is good. */
  models?: readonly string[];
  /** The formats it takes; another one is 400, as real servers answer it. */
  formats?: readonly NotedCall["format"][];
  /** Fields that it refuses with 400. */
  refusedFields?: readonly string[];
  /** How verdicts come about; the text that is between delimiters decides when absent. */
  sense?: Sense;
  /** Writes the whole answer; what it gives is sent as the model's text. */
  answer?(asked: AskedOfModel): unknown;
  /** What `usage` says; null leaves it out. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** A running server. */
export interface ScriptedModel {
  /** The base URL for the settings. */
  url: string;
  /** The calls so far. */
  calls: NotedCall[];
  /** The most calls that were under way at once. */
  mostAtOnce(): number;
  /** What the next calls meet, one fault each; after them the server answers again. */
  failNext(...faults: Fault[]): void;
  /** What every call meets from now on; null ends it. */
  failAlways(fault: Fault | null): void;
  stop(): Promise<void>;
}

/** What the model says. */
interface Said {
  text: string;
  refusal?: string;
  isCut?: true;
}

interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: NotedCall["format"]; json_schema?: { schema: JsonSchema } };
  [field: string]: unknown;
}

/** Starts the server on a free port of the loopback interface. */
export function startScriptedModel(options: ScriptedModelOptions = {}): ScriptedModel {
  const { answersAfterMs = 0, key, models, formats, refusedFields = [] } = options;
  const calls: NotedCall[] = [];
  const next: Fault[] = [];
  let always: Fault | null = null;
  let [underWay, most] = [0, 0];
  const over = Promise.withResolvers<void>();

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    routes: {
      "/v1/chat/completions": {
        POST: async (request) => {
          most = Math.max(most, ++underWay);
          try {
            return await complete(request);
          } finally {
            underWay -= 1;
          }
        },
      },
    },
    fetch: () => refuse(404, { message: "no such path" }),
  });

  async function complete(request: Request): Promise<Response> {
    const asked = (await request.json()) as ChatRequest;
    const noted = noteOf(asked, request.headers, key);
    calls.push(noted);
    const stranger = refuseStranger(noted);
    if (stranger !== null) return stranger;
    const fault = next.shift() ?? always;
    const met = fault === null ? null : await meet(fault, request);
    const refused = met ?? refuseFields(asked, noted);
    if (refused !== null) return refused;
    await Bun.sleep(answersAfterMs);
    return completion(asked, textFor(asked, fault));
  }

  function refuseStranger(noted: NotedCall): Response | null {
    if (key !== undefined && noted.authorization !== "right")
      return refuse(401, { code: "invalid_api_key", message: "Incorrect API key provided" });
    if (models !== undefined && !models.includes(noted.model))
      return refuse(404, { code: "model_not_found", message: "The model does not exist" });
    return null;
  }

  function refuseFields(asked: ChatRequest, { format }: NotedCall): Response | null {
    const param = refusedFields.find((name) => name in asked);
    if (param !== undefined)
      return refuse(400, {
        code: "unsupported_parameter",
        message: `Unsupported parameter: '${param}'`,
        param,
      });
    if (formats !== undefined && !formats.includes(format))
      return refuse(400, { message: `response_format of type ${format} is not supported` });
    return null;
  }

  async function meet(fault: Fault, request: Request): Promise<Response | null> {
    switch (fault.kind) {
      case "rate_limited": {
        const headers = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
        return Response.json(
          { error: { message: "slow down", code: "rate_limit" } },
          { status: 429, headers },
        );
      }
      case "status":
        return refuse(fault.status, fault);
      case "redirect":
        return new Response(null, { status: 307, headers: { location: fault.to } });
      case "hang":
        await Promise.race([over.promise, aborted(request.signal)]);
        return refuse(503, { message: "the server stops" });
      case "reset":
        return resetting();
      case "not_a_completion":
        return Response.json({ hello: "there" });
      default:
        return null;
    }
  }

  function textFor(asked: ChatRequest, fault: Fault | null): Said {
    if (fault?.kind === "refusal") return { text: "", refusal: "I cannot help with that." };
    if (fault?.kind === "prose") return { text: "What a nice question that is." };
    if (fault?.kind === "wrong_shape") return { text: JSON.stringify({ colour: "blue" }) };
    const answer = answerTo(asked, options);
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return fault?.kind === "cut" ? { text: text.slice(0, text.length / 2), isCut: true } : { text };
  }

  function completion(asked: ChatRequest, { text, refusal, isCut }: Said): Response {
    const { usage = { prompt_tokens: charactersOf(asked) >> 2, completion_tokens: (text.length >> 2) + 1 } } =
      options;
    return Response.json({
      id: "scripted",
      object: "chat.completion",
      created: 1_790_000_000,
      model: asked.model,
      choices: [
        {
          index: 0,
          finish_reason: isCut === true ? "length" : "stop",
          message: { role: "assistant", content: text, refusal: refusal ?? null },
        },
      ],
      ...(usage !== null && {
        usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
      }),
    });
  }

  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    mostAtOnce: () => most,
    failNext: (...faults) => void next.push(...faults),
    failAlways: (fault) => void (always = fault),
    stop: async () => {
      over.resolve();
      await server.stop(true);
    },
  };
}

function answerTo(asked: ChatRequest, { answer, sense }: ScriptedModelOptions): unknown {
  const textOf = (role: string): string =>
    asked.messages
      .filter((message) => message.role === role)
      .map(({ content }) => content)
      .join("\n");
  const [system, user] = [textOf("system"), textOf("user")];
  const schema = asked.response_format?.json_schema?.schema ?? schemaIn(`${system}\n${user}`);
  if (answer !== undefined) return answer({ system, user, schema });
  return schema === null ? "I was told no shape." : answerBySchema(schema, user, sense);
}

/** The schema that is in the text, on a separate line, where the server takes none. */
function schemaIn(text: string): JsonSchema | null {
  const line = text.split("\n").find((each) => each.startsWith("{") && each.includes('"type":"object"'));
  return line === undefined ? null : (JSON.parse(line) as JsonSchema);
}

function noteOf(asked: ChatRequest, headers: Headers, key: string | undefined): NotedCall {
  const authorization = headers.get("authorization");
  const right = key !== undefined && authorization === `Bearer ${key}`;
  const limitField =
    (["max_tokens", "max_completion_tokens"] as const).find((field) => field in asked) ?? null;
  return {
    model: asked.model,
    format: asked.response_format?.type ?? "text",
    tokenLimit: limitField === null ? null : (asked[limitField] ?? null),
    limitField,
    hasTemperature: "temperature" in asked,
    headers: [...headers.keys()].toSorted(),
    authorization: authorization === null ? "none" : right ? "right" : "wrong",
    messages: asked.messages.length,
    characters: charactersOf(asked),
  };
}

function charactersOf({ messages }: ChatRequest): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function refuse(
  status: number,
  { code = "invalid_request_error", message = "it failed", param }: Omit<StatusFault, "kind" | "status">,
): Response {
  return Response.json({ error: { message, code, param: param ?? null, type: "error" } }, { status });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Begins an answer and breaks the connection off in the middle of it. */
function resetting(): Response {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":"scr'));
      controller.error();
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
