/** A model that has an agent call one tool and then says that it is done: OpenAI's two forms, and Gemini's. */
import { z } from "zod";

/** The model while it runs. */
export interface ScriptedAgentModel {
  url: string;
  /** What the agent handed back as the tool's answer; null for nothing. */
  handed(): string | null;
  /** The tools that the agent offered last, for a person who looks for what went wrong. */
  offered(): string;
  stop(): Promise<void>;
}

const NAMED = z.looseObject({ name: z.string() });

const TOOL = z.looseObject({
  type: z.string().default(""),
  name: z.string().optional(),
  function: NAMED.optional(),
  tools: z.array(NAMED).optional(),
  functionDeclarations: z.array(NAMED).default([]),
});

const ASKED = z.looseObject({
  stream: z.boolean().default(false),
  tools: z.array(TOOL).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })).default([]),
  input: z.array(z.looseObject({ type: z.string().optional(), output: z.unknown().optional() })).default([]),
  contents: z
    .array(z.looseObject({ parts: z.array(z.looseObject({ functionResponse: z.unknown().optional() })) }))
    .default([]),
});
type Asked = z.infer<typeof ASKED>;

interface Call {
  name: string;
  namespace?: string;
  input: object;
}

/** @param tool - The end of the tool's name: each agent puts words of its own before it. */
export function startScriptedAgentModel(tool: string): ScriptedAgentModel {
  let [handed, offered]: [string | null, string] = [null, ""];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (request.method !== "POST") return Response.json({ object: "list", data: [] });
      const body = await request.text();
      const asked = ASKED.parse(JSON.parse(body));
      offered = namesOf(asked).join(" ");
      const answers = answersIn(asked);
      const calls = callsOf(asked, tool, body);
      const call = calls[answers.length] ?? null;
      if (calls.length > 0 && call === null) handed ??= answers.at(-1) ?? null;
      if (/[gG]enerateContent/.test(request.url)) return generate(call, request.url);
      return request.url.endsWith("/responses") ? respond(call) : complete(call, asked);
    },
  });
  return {
    url: server.url.origin,
    handed: () => handed,
    offered: () => offered,
    stop: () => server.stop(true),
  };
}

function namesOf({ tools }: Asked): string[] {
  return tools.flatMap((tool) => [
    tool.function?.name ?? tool.name ?? tool.type,
    ...tool.functionDeclarations.map(({ name }) => name),
  ]);
}

/** The calls that lead to the tool: it is offered by itself, in a namespace, or has to be searched for. */
function callsOf(asked: Asked, tool: string, body: string): Call[] {
  const names = namesOf(asked);
  const direct = names.find((name) => name.endsWith(tool));
  if (direct !== undefined) return [{ name: direct, input: {} }];
  const among = asked.tools.find(({ tools = [] }) => tools.some(({ name }) => name.endsWith(tool)));
  if (among?.name !== undefined) return [{ name: tool, namespace: among.name, input: {} }];
  const [name] = new RegExp(`\\w+${tool}`).exec(body) ?? [];
  if (name === undefined || !names.includes("tool_call")) return [];
  return [
    { name: "tool_search", input: { query: `select:${name}` } },
    { name: "tool_call", input: { name, arguments: {} } },
  ];
}

function answersIn({ messages, input, contents }: Asked): string[] {
  return [
    ...messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content)),
    ...input
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => JSON.stringify(output)),
    ...contents
      .flatMap(({ parts }) => parts)
      .flatMap(({ functionResponse }) => functionResponse ?? [])
      .map((answer) => JSON.stringify(answer)),
  ];
}

function generate(call: Call | null, url: string): Response {
  const part = call === null ? { text: "Done." } : { functionCall: { name: call.name, args: call.input } };
  const answer = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
  return url.includes(":streamGenerateContent") ? streamed([answer], "") : Response.json(answer);
}

function complete(call: Call | null, { stream }: Asked): Response {
  const wanted = call && { name: call.name, arguments: JSON.stringify(call.input) };
  const said =
    wanted === null
      ? { content: "Done." }
      : { tool_calls: [{ index: 0, id: `call-${wanted.name}`, type: "function", function: wanted }] };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const answer = (object: string, choice: object, more: object = {}) => ({
    id: "chat-1",
    object,
    created: 1,
    model: "scripted",
    choices: [{ index: 0, ...choice }],
    ...more,
  });
  const message = { role: "assistant", ...said };
  const finish_reason = call === null ? "stop" : "tool_calls";
  if (!stream) return Response.json(answer("chat.completion", { message, finish_reason }, { usage }));
  return streamed([
    answer("chat.completion.chunk", { delta: message, finish_reason: null }),
    answer("chat.completion.chunk", { delta: {}, finish_reason }, { usage }),
  ]);
}

function respond(call: Call | null): Response {
  const content = [{ type: "output_text", text: "Done.", annotations: [] }];
  const item =
    call === null
      ? { type: "message", id: "item-1", role: "assistant", content }
      : { ...call, type: "function_call", id: "item-1", call_id: "call-1", arguments: "{}" };
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  return streamed([
    { type: "response.created", response: { id: "response-1" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: "response-1", usage } },
  ]);
}

function streamed(events: readonly object[], end = "data: [DONE]\n\n"): Response {
  const lines = events.map((event) => {
    const named = "type" in event ? `event: ${String(event.type)}\n` : "";
    return `${named}data: ${JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join("") + end, {
    headers: { "content-type": "text/event-stream" },
  });
}
