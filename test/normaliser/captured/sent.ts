/** What the Claude Code plugin sends, as the normaliser meets it: through ingest's reading and the writer's lines. */
import { keyCaller } from "../../../src/identity/caller.ts";
import { PROMPT_BODY, RESPONSE_BODY } from "../../../src/ingest/prompts/prompt-body.ts";
import { promptRequestOf } from "../../../src/ingest/prompts/prompt-record.ts";
import { readPrompt, readResponse } from "../../../src/ingest/prompts/read-prompt.ts";
import { readLine } from "../../../src/normaliser/records/read-line.ts";
import type { SentRecord } from "../../../src/normaliser/records/read-record.ts";
import { createRedactor, type PrivacySettings } from "../../../src/privacy/redactor.ts";
import type { StoredLine } from "../../../src/vocabulary/otlp.ts";
import { linesOf } from "../../../src/writer/lines.ts";

const CALLER = keyCaller({
  keyId: "key",
  organizationId: "organization",
  role: "member",
  developerId: null,
  scopes: ["ingest", "read_team"],
});
const AS_SENT: PrivacySettings = {
  captureMode: "full",
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
};

export interface SentOptions {
  /** When it arrives; a body may hold another time. */
  at?: number;
  captureMode?: PrivacySettings["captureMode"];
}

/** Behind all telemetry of the fixtures. */
let sequence = 10_000;

export function sentPrompt(body: object, { at = 1_795_232_848_000, captureMode = "full" }: SentOptions = {}) {
  const captured = readPrompt(PROMPT_BODY.parse(body), circumstances(at));
  return recordsOf(captured, { at, captureMode });
}

export function sentResponse(
  body: object,
  { at = 1_795_232_848_000, captureMode = "full" }: SentOptions = {},
) {
  const captured = readResponse(RESPONSE_BODY.parse(body), circumstances(at));
  return recordsOf(captured, { at, captureMode });
}

function circumstances(at: number) {
  return { organization: CALLER.organizationId, arrivedUnixNano: BigInt(at) * 1_000_000n, maxChars: 32_000 };
}

function recordsOf(
  captured: Parameters<typeof promptRequestOf>[0],
  { at, captureMode }: Required<SentOptions>,
): SentRecord[] {
  const request = promptRequestOf(captured, { caller: CALLER, receivedAt: at });
  sequence += 1;
  const lines = linesOf(request, { sequence, frame: 0 }, createRedactor({ ...AS_SENT, captureMode }));
  return lines.flatMap(({ line }) => readLine(JSON.parse(line.text) as StoredLine).records);
}
