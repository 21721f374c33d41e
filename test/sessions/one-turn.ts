/** The records of one turn of a minute, in a session of Ann's. */
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import type { WireAttributes } from "../../src/vocabulary/sending/otlp-values.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import type { MadeRecord } from "./random-session.ts";

interface Asked {
  session: string;
  at: Milliseconds;
  /** null where the person's text is withheld. */
  text: string | null;
  /** The file that is edited; none when absent. */
  file?: string;
}

/** A prompt, a call, and an edit. */
export function turn({ session, at, text, file }: Asked): MadeRecord[] {
  const said = { prompt: text ?? "<REDACTED>", prompt_length: String(text?.length ?? 30) };
  const usage = { model: "m", input_tokens: 900, output_tokens: 90, duration_ms: 20 * SECOND };
  const edit = {
    tool_name: "Edit",
    tool_use_id: `toolu_${session}_${at}`,
    success: "true",
    tool_input: JSON.stringify({ file_path: file, old_string: "a\nb", new_string: "a\nc\nd\ne\nf" }),
  };
  return [
    record("user_prompt", { session, at }, said),
    record("api_request", { session, at: at + 30 * SECOND }, usage),
    ...(file === undefined ? [] : [record("tool_result", { session, at: at + MINUTE }, edit)]),
  ];
}

function record(
  name: string,
  { session, at }: { session: string; at: Milliseconds },
  told: WireAttributes,
): MadeRecord {
  const attributes = {
    "session.id": session,
    "user.email": "ann@example.com",
    "app.entrypoint": "cli",
    ...told,
  };
  const resource = { "service.name": "claude-code" };
  const line = claudeCodeLogs([claudeCodeRecord({ name, at, attributes })], resource) as StoredLine;
  return { at, line };
}
