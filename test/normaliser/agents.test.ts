/**
 * Conformance group I: the bodies that agents really sent.
 *
 * @see The OTLP specification 1.11.0, JSON over HTTP (2026-11).
 */
import { describe, expect, test } from "bun:test";
import type { PointEntry, TelemetryRecord } from "../../src/normaliser/records/record.ts";
import { textOf } from "../../src/normaliser/records/unwrap.ts";
import { ofKind, onlySession, recordsOfFile } from "./captured.ts";

function points(records: readonly TelemetryRecord[], name: string): PointEntry[] {
  return records.filter(
    (record): record is PointEntry => record.signal === "metrics" && record.name === name,
  );
}

describe("Codex 0.169.0", () => {
  test("I1: 24 records are one start, one prompt, one decision, two tools and three calls", async () => {
    const records = await recordsOfFile("codex-0.169.0-logs.json");
    expect(records).toHaveLength(24);
    expect(records.filter((record) => record.name === "")).toHaveLength(1);
    const events = onlySession(records);
    expect(ofKind(events, "session_start")).toHaveLength(1);
    expect(ofKind(events, "prompt")).toHaveLength(1);
    expect(ofKind(events, "decision")).toHaveLength(1);
    expect(ofKind(events, "tool_call")).toHaveLength(2);
    const calls = ofKind(events, "model_call");
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      expect(call.tokens).toEqual({ input: 150, output: 34, cacheRead: 1000, cacheCreation: 50 });
    }
  });

  test("I2: a marker of a completed response without tokens is no call", async () => {
    const records = await recordsOfFile("codex-0.169.0-logs.json");
    const completed = records.filter((record) => record.attributes["event.kind"] === "response.completed");
    expect(completed).toHaveLength(6);
    expect(ofKind(onlySession(records), "model_call")).toHaveLength(3);
  });

  test("I3: the time is the observed one, because the record's own is 0", async () => {
    const records = await recordsOfFile("codex-0.169.0-logs.json");
    expect(records.every((record) => record.at > 1_795_000_000_000)).toBe(true);
    expect(records[0]?.at).toBe(Date.parse(String(records[0]?.attributes["event.timestamp"])));
    const times = onlySession(records).map((event) => event.at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test("I4: a 429 and a 500 are failed calls before the one that worked", async () => {
    const records = await recordsOfFile("codex-0.169.0-logs-429-500-retry.json");
    const attempts = records.filter((record) => record.name === "codex.api_request");
    expect(attempts.map((record) => record.attributes["attempt"])).toEqual([0, 0, 1]);
    const calls = ofKind(onlySession(records), "model_call");
    expect(calls.map((call) => [call.result, call.status, call.retryable])).toEqual([
      ["failed", 429, true],
      ["failed", 500, true],
      ["succeeded", null, null],
    ]);
  });

  test("I5: the turn's span names the conversation in the second of its two thread ids", async () => {
    const records = await recordsOfFile("codex-0.169.0-traces-selected.json");
    const turn = records.find((record) => record.name === "session_task.turn");
    const usage = (name: string) => turn?.attributes[`codex.turn.token_usage.${name}_tokens`];
    expect(turn?.attributes["thread.id"]).toBe("01a1fc3d-0a0b-7a32-8c7e-6477a54e58b1");
    expect(["input", "cached_input", "cache_write_input", "output", "reasoning_output"].map(usage)).toEqual([
      3600, 3000, 150, 102, 36,
    ]);
  });

  test("I6: sums of the metrics are increases", async () => {
    const records = await recordsOfFile("codex-0.169.0-metrics.json");
    expect(records.length).toBeGreaterThan(0);
    expect(records.every((record) => record.signal === "metrics" && record.temporality === "delta")).toBe(
      true,
    );
  });

  test("I7: events that spans repeat are not counted again", async () => {
    const traces = await recordsOfFile("codex-0.169.0-traces-selected.json");
    const logs = await recordsOfFile("codex-0.169.0-logs.json");
    expect(onlySession([...traces, ...logs])).toEqual(onlySession(logs));
  });
});

describe("Gemini CLI 0.61.0", () => {
  test("I8: two responses, and their twins are no calls", async () => {
    const records = await recordsOfFile("gemini-cli-0.61.0-logs.json");
    expect(records).toHaveLength(15);
    expect(records.some((record) => record.name === "gen_ai.client.inference.operation.details")).toBe(true);
    const calls = ofKind(onlySession(records), "model_call");
    expect(calls.map((call) => call.tokens)).toEqual([
      { input: 200, output: 27, cacheRead: 800, cacheCreation: null },
      { input: 200, output: 27, cacheRead: 800, cacheCreation: null },
    ]);
  });

  test("I9: a 500 is a failed call that may work later", async () => {
    const calls = ofKind(onlySession(await recordsOfFile("gemini-cli-0.61.0-error-logs.json")), "model_call");
    const failed = calls.filter((call) => call.result === "failed");
    expect(failed.map((call) => [call.status, call.retryable])).toEqual([[500, true]]);
  });

  test("I10: lines and exit codes come out of metadata that is JSON text", async () => {
    const records = await recordsOfFile("gemini-cli-0.61.0-tools-logs.json");
    const tools = ofKind(onlySession(records), "tool_call");
    const written = tools.find((call) => call.name === "write_file");
    const shell = tools.find((call) => call.name === "run_shell_command" && call.exitCode === 3);
    expect(written?.files[0]?.added).toBe(3);
    expect(shell?.ok).toBe(true);
    expect(tools.find((call) => call.name === "read_file")?.ok).toBe(false);
    const types = records.map((record) => textOf(record.attributes["error_type"]));
    expect(types).toContain("invalid_tool_params");
  });

  test("I11: its counters are cumulative", async () => {
    const usage = points(await recordsOfFile("gemini-cli-0.61.0-metrics.json"), "gemini_cli.token.usage");
    expect(usage).toHaveLength(5);
    expect(usage.every((point) => point.temporality === "cumulative")).toBe(true);
  });

  test("I12: an empty value is absent", async () => {
    const records = await recordsOfFile("gemini-cli-0.61.0-tools-logs.json");
    const tool = records.find((record) => record.name === "gemini_cli.tool_call");
    expect(tool?.attributes["mcp_server_name"]).toBeNull();
    expect(textOf(tool?.attributes["mcp_server_name"])).toBeNull();
  });
});

describe("Qwen Code 0.24.4", () => {
  test("I13: start, end, and two responses with their first tokens", async () => {
    const events = onlySession(await recordsOfFile("qwen-code-0.24.4-logs.json"));
    expect(ofKind(events, "session_start")).toHaveLength(1);
    expect(ofKind(events, "session_end")).toHaveLength(1);
    expect(ofKind(events, "model_call").map((call) => call.firstTokenMs)).toEqual([318, 15]);
    expect(ofKind(events, "tool_call").some((call) => call.ok === false || call.exitCode !== 0)).toBe(true);
  });

  test("I14: lines come out of metadata that is a map; a command's failure is not the tool's", async () => {
    const tools = ofKind(onlySession(await recordsOfFile("qwen-code-0.24.4-tools-logs.json")), "tool_call");
    expect(tools.find((call) => call.name === "write_file")?.files[0]?.added).toBe(3);
    const shell = tools.find((call) => call.name === "run_shell_command");
    expect([shell?.ok, (shell?.exitCode ?? 0) > 0]).toEqual([true, true]);
  });

  test("I15: the span of a model request is no second call", async () => {
    const records = await recordsOfFile("qwen-code-0.24.4-traces.json");
    expect(records.some((record) => record.name === "qwen-code.llm_request")).toBe(true);
    expect(ofKind(onlySession(records), "model_call")).toEqual([]);
  });
});

describe("Copilot CLI 1.0.102", () => {
  test("I16: five chat spans are two failures and three calls; the agent's span sums them and is none", async () => {
    const events = onlySession(await recordsOfFile("copilot-cli-1.0.102-traces.json"));
    const results = ofKind(events, "model_call").map((call) => call.result);
    expect(results).toEqual(["failed", "failed", "succeeded", "succeeded", "succeeded"]);
    expect(ofKind(events, "tool_call").map((call) => call.name)).toEqual(["create", "edit", "bash"]);
  });

  test("I17: the prompt is the interaction", async () => {
    const events = onlySession(await recordsOfFile("copilot-cli-1.0.102-traces.json"));
    const prompts = ofKind(events, "prompt");
    expect(prompts.map((prompt) => prompt.promptId)).toEqual(["68afe064-d9b9-4605-810d-ebb011b356bf"]);
  });

  test("I18: lines come as text, cumulative", async () => {
    const records = await recordsOfFile("copilot-cli-1.0.102-metrics.json");
    const [added] = points(records, "github.copilot.code.lines_added");
    const [removed] = points(records, "github.copilot.code.lines_removed");
    expect([added?.value, removed?.value]).toEqual([5, 1]);
    expect(added?.temporality).toBe("cumulative");
  });
});

describe("opencode 1.18.33", () => {
  test("I19: log lines whose body is a list are read", async () => {
    const records = await recordsOfFile("opencode-1.18.33-logs.json");
    const bodies = records.map((record) => (record.signal === "logs" ? record.body : null));
    expect(bodies.some(Array.isArray)).toBe(true);
    expect(records.every((record) => record.agent === "opencode")).toBe(true);
  });

  test("I20: the two spans of a call are one call", async () => {
    const events = onlySession(await recordsOfFile("opencode-1.18.33-traces-selected.json"));
    expect(ofKind(events, "model_call")).toHaveLength(1);
  });
});
