/** Gemini CLI's telemetry as captured from 0.61.0: each model call three times over, empty values, no ids of calls. */
import type { KeyValue } from "../../vocabulary/otlp.ts";
import { type Instant, SECOND } from "../../vocabulary/units.ts";
import { createRandom } from "../work/random.ts";
import type { DemoRequest, DemoSession, Step, StepOf } from "../work/session.ts";
import { type FamilyEvent, geminiToolEvents } from "./gemini-tools.ts";
import { logsRequest, metricsRequest, timestamp, turnsOf } from "./values.ts";
import { keyValues, nanoseconds, type WireAttributes } from "../../vocabulary/sending/otlp-values.ts";

const SCOPE = { name: "gemini-cli" };
const CUMULATIVE = 2;
const AUTH = "oauth-personal";

/** What a session's process sends: logs after each turn, metrics at the end. */
export function geminiRequests(session: DemoSession): DemoRequest[] {
  const resource = resourceOf(session);
  const logs = turnsOf(session).map((turn, index) => {
    const teller = { session, promptId: `${session.id}########${index}` };
    const started = index === 0 && session.earlierInProcess === 0 ? [configEvent(session)] : [];
    const events = [...started, ...turn.flatMap((step) => eventsOf(step, teller))];
    const at = (turn.at(-1)?.at ?? session.endedAt) + SECOND;
    const records = events.map((event) => recordOf(event, session));
    return logsRequest(records, { resource, scope: SCOPE, at });
  });
  return [...logs, metricsOf(session, resource)];
}

/** The version is that of Node. */
function resourceOf({ id, person, startedAt }: DemoSession): KeyValue[] {
  return keyValues({
    "host.name": "laptop",
    "host.arch": "amd64",
    "process.pid": 2_000 + (Math.floor(startedAt / SECOND) % 30_000),
    "process.executable.name": "node",
    "process.command_args": ["/usr/bin/node", "/usr/local/bin/gemini"],
    "process.runtime.version": "20.20.2",
    "process.runtime.name": "nodejs",
    "process.owner": person.name.split(" ")[0]?.toLowerCase() ?? "dev",
    "service.name": "gemini-cli",
    "service.version": "v20.20.2",
    "session.id": id,
  });
}

function recordOf({ name, at, body, attributes }: FamilyEvent, { id, person }: DemoSession): object {
  const sent = {
    "session.id": id,
    "installation.id": createRandom(person.email).uuid(),
    interactive: true,
    auth_type: AUTH,
    "user.email": person.email,
    "event.name": name,
    "event.timestamp": timestamp(at),
    ...attributes,
  };
  return {
    timeUnixNano: nanoseconds(at),
    observedTimeUnixNano: nanoseconds(at),
    body: { stringValue: body },
    attributes: keyValues(sent),
    droppedAttributesCount: 0,
  };
}

interface Teller {
  session: DemoSession;
  promptId: string;
}

function eventsOf(step: Step, teller: Teller): FamilyEvent[] {
  switch (step.kind) {
    case "prompt":
      return [promptEvent(step, teller)];
    case "call":
      return callEvents(step, teller);
    case "failed_call":
      return [errorEvent(step, teller)];
    case "tool":
      return geminiToolEvents(step, teller.promptId);
    case "compaction":
      return compactionEvents(step);
    case "reset":
      return [commandEvent("clear", step.at)];
  }
}

function configEvent({ model, person, startedAt }: DemoSession): FamilyEvent {
  const attributes = {
    model,
    embedding_model: "gemini-embedding-001",
    sandbox_enabled: false,
    core_tools_enabled: "",
    approval_mode: person.approves ? "default" : "yolo",
    log_user_prompts_enabled: person.sendsText,
    debug_mode: false,
    mcp_servers: "",
    mcp_servers_count: 0,
    mcp_tools: null,
    mcp_tools_count: null,
    output_format: "text",
  };
  return {
    name: "gemini_cli.config",
    at: startedAt - 230,
    body: "CLI configuration loaded.",
    attributes,
  };
}

function promptEvent({ at, text }: StepOf<"prompt">, { session, promptId }: Teller): FamilyEvent {
  const attributes = {
    prompt_length: text.length,
    prompt_id: promptId,
    prompt: session.person.sendsText ? text : undefined,
  };
  return {
    name: "gemini_cli.user_prompt",
    at,
    body: `User prompt. Length: ${text.length}.`,
    attributes,
  };
}

/** The request and the response, each with a twin under the name of the semantic conventions. */
function callEvents(step: StepOf<"call">, { session, promptId }: Teller): FamilyEvent[] {
  const { model } = session;
  const request = { model, prompt_id: promptId, role: "main" };
  const answered = `API response from ${model}. Status: 200. Duration: ${step.at - step.startedAt}ms.`;
  return [
    {
      name: "gemini_cli.api_request",
      at: step.startedAt,
      body: `API request to ${model}.`,
      attributes: request,
    },
    twinOf(step.startedAt, model, {}),
    {
      name: "gemini_cli.api_response",
      at: step.at,
      body: answered,
      attributes: { ...request, ...responseOf(step) },
    },
    twinOf(step.at, model, {
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": step.tokens.fresh + step.tokens.cached,
      "gen_ai.usage.output_tokens": step.tokens.output - step.tokens.reasoning,
    }),
  ];
}

/** Thoughts are counted next to the output, not in it. */
function responseOf({ startedAt, at, tokens }: StepOf<"call">): WireAttributes {
  const input = tokens.fresh + tokens.cached;
  return {
    duration_ms: at - startedAt,
    input_token_count: input,
    output_token_count: tokens.output - tokens.reasoning,
    cached_content_token_count: tokens.cached,
    thoughts_token_count: tokens.reasoning,
    tool_token_count: 0,
    total_token_count: input + tokens.output,
    status_code: 200,
    finish_reasons: ["stop", "stop"],
    "http.status_code": 200,
  };
}

function twinOf(at: Instant, model: string, usage: WireAttributes): FamilyEvent {
  const attributes = {
    "gen_ai.request.temperature": 1,
    "gen_ai.request.top_p": 0.95,
    "gen_ai.request.choice.count": null,
    "gen_ai.request.seed": null,
    "gen_ai.operation.name": "generate_content",
    "gen_ai.provider.name": "gcp.gen_ai",
    "gen_ai.request.model": model,
    "server.address": "generativelanguage.googleapis.com",
    "server.port": 443,
    ...usage,
  };
  const name = "gen_ai.client.inference.operation.details";
  return { name, at, body: `GenAI operation for ${model}.`, attributes };
}

/** Several attributes come under two names. */
function errorEvent(
  { startedAt, at, status }: StepOf<"failed_call">,
  { session, promptId }: Teller,
): FamilyEvent {
  const message = `{"error":{"code":${status},"message":"The model is busy, try again."}}`;
  const attributes = {
    "error.message": message,
    error: message,
    "error.type": "ApiError",
    model_name: session.model,
    model: session.model,
    duration: at - startedAt,
    duration_ms: at - startedAt,
    status_code: status,
    "http.status_code": status,
    prompt_id: promptId,
    role: "main",
  };
  return {
    name: "gemini_cli.api_error",
    at,
    body: `API error for ${session.model}.`,
    attributes,
  };
}

function compactionEvents({ at, byPerson, before, after }: StepOf<"compaction">): FamilyEvent[] {
  const attributes = { tokens_before: before, tokens_after: after };
  const compression = {
    name: "gemini_cli.chat_compression",
    at,
    body: "Chat compression.",
    attributes,
  };
  return byPerson ? [commandEvent("compress", at - 3 * SECOND), compression] : [compression];
}

function commandEvent(command: string, at: Instant): FamilyEvent {
  const attributes = { command, subcommand: null, status: "success", extension_id: null };
  return { name: "gemini_cli.slash_command", at, body: `Slash command: ${command}.`, attributes };
}

/** Counted from 0 in each process; points carry the session. */
function metricsOf(session: DemoSession, resource: KeyValue[]): DemoRequest {
  const { id, steps, startedAt, endedAt } = session;
  const calls = steps.flatMap((step) => (step.kind === "call" ? [step.tokens] : []));
  const counter = (name: string, points: readonly [number, WireAttributes][]) => ({
    name,
    sum: {
      aggregationTemporality: CUMULATIVE,
      isMonotonic: true,
      dataPoints: points.map(([asInt, ofPoint]) => ({
        attributes: keyValues({ "session.id": id, interactive: true, ...ofPoint }),
        startTimeUnixNano: nanoseconds(startedAt),
        timeUnixNano: nanoseconds(endedAt),
        asInt,
      })),
    },
  });
  const read = calls.reduce((sum, { fresh, cached }) => sum + fresh + cached, 0);
  const written = calls.reduce((sum, { output, reasoning }) => sum + output - reasoning, 0);
  const { model } = session;
  const metrics = [
    counter("gemini_cli.session.count", [[1, {}]]),
    counter("gemini_cli.token.usage", [
      [read, { model, type: "input" }],
      [written, { model, type: "output" }],
    ]),
  ];
  return metricsRequest(metrics, { resource, scope: { ...SCOPE, version: "" }, at: endedAt + 2 * SECOND });
}
