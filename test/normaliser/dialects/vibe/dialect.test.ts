/** Mistral Vibe 2.15.0, `vibe -p` with a local model, captured 2026-11-28 as its exporter sent it: in protobuf. */
import { describe, expect, test } from "bun:test";
import { decodeProtobuf } from "../../../../src/ingest/protobuf/decode.ts";
import type { Event } from "../../../../src/normaliser/event.ts";
import type { StoredLine } from "../../../../src/vocabulary/otlp.ts";
import { ofKind, recordsOfBody, settle } from "../../captured.ts";

const BODIES = new URL("../../../fixtures/bodies/", import.meta.url);

async function recordsOf(name: string, sequence: number) {
  const bytes = await Bun.file(new URL(`mistral-vibe-2.15.0-traces-${name}.binpb`, BODIES)).bytes();
  const decoded = decodeProtobuf(bytes, "traces", { values: 10_000, objects: 10_000 });
  if (!decoded.ok) throw new Error(decoded.problem.kind);
  return recordsOfBody(decoded.value as StoredLine, sequence);
}

async function session(): Promise<Event[]> {
  const sessions = settle([...(await recordsOf("tools", 1)), ...(await recordsOf("turn", 2))]);
  const [[id, { agent, events }] = ["", { agent: "other", events: [] as Event[] }]] = sessions;
  expect([sessions.size, id, agent]).toEqual([1, "1ffd4990-8cab-9c36-038b-c94342da9d5d", "vibe"]);
  return events;
}

describe("a turn of Mistral Vibe", () => {
  test("is a prompt whose text is withheld, before the tools", async () => {
    const events = await session();
    expect(events.map(({ kind }) => kind)).toEqual(["prompt", "tool_call", "tool_call"]);
    expect(ofKind(events, "prompt")).toMatchObject([{ textState: "withheld", text: null }]);
  });

  test("has the edited file, and the command with its exit code", async () => {
    const [edit, command] = ofKind(await session(), "tool_call");
    expect(edit).toMatchObject({ name: "write_file", ok: true, edits: true, files: [{ path: "a.txt" }] });
    expect(edit?.exitCode).toBeNull();
    expect(command).toMatchObject({ name: "bash", command: "cat a.txt", exitCode: 0 });
  });
});
