/** A language model for the demo, on loopback: it speaks chat completions and answers with what is recorded. */
import { z } from "zod";
import type { Tokens } from "../../vocabulary/units.ts";
import { recordedAnswer } from "./recorded-answers.ts";

/** Says of every mark, rewrite and summary where it comes from. */
export const RECORDED_MODEL = "recorded-sample";

/** A running server. */
export interface RecordedModel {
  /** The base URL for the settings. */
  url: string;
  stop(): Promise<void>;
}

const ASKED = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }),
});

/** Starts it on a free port. */
export function serveRecordedModel(): RecordedModel {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/v1/chat/completions": { POST: async (request) => complete(ASKED.parse(await request.json())) },
    },
    fetch: () => new Response(null, { status: 404 }),
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    stop: async () => server.stop(true),
  };
}

function complete({ messages, response_format }: z.output<typeof ASKED>): Response {
  const text = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const answer = recordedAnswer({ name: response_format.json_schema.name, text });
  const content = answer === null ? null : JSON.stringify(answer);
  const refusal = answer === null ? "Nothing is recorded of this text." : null;
  const usage = {
    prompt_tokens: messages.reduce((sum, message) => sum + tokensOf(message.content), 0),
    completion_tokens: tokensOf(content ?? ""),
  };
  return Response.json({
    id: "recorded",
    object: "chat.completion",
    created: 0,
    model: RECORDED_MODEL,
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content, refusal } }],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  });
}

/** About four characters a token. */
function tokensOf(text: string): Tokens {
  return Math.ceil(text.length / 4);
}
