/** What failures of model calls mean. */
import { describe, expect, test } from "bun:test";
import { spendLimitIn, statusIn } from "../../../src/normaliser/dialects/model-errors.ts";
import { logsBody, ofKind, onlySession, recordsOfBody } from "../captured.ts";

describe("a spending limit", () => {
  test.each([
    [429, '429 {"type":"error","error":{"type":"enforced_spend_limit_reached"}}'],
    [429, "insufficient_quota"],
    [400, "Your credit balance is too low to access the API."],
    [429, "Billing hard limit has been reached"],
    [402, ""],
    [null, "You have reached your spending limit."],
  ])("is known by status %p and %p", (status, text) => {
    expect(spendLimitIn(status, [null, text])).toEqual({ retryable: false, spendLimit: true });
  });

  test.each([
    [429, "Rate limit reached for requests per minute"],
    [429, '{"error":{"code":429,"message":"Quota exceeded for quota metric","status":"RESOURCE_EXHAUSTED"}}'],
    [529, "Overloaded"],
    [null, null],
  ])("is no other refusal: status %p and %p", (status, text) => {
    expect(spendLimitIn(status, [text])).toEqual({});
  });

  test.each([
    [
      "claude-code",
      "api_error",
      { "session.id": "s-1", error: "enforced_spend_limit_reached", status_code: 429 },
    ],
    ["gemini-cli", "gemini_cli.api_error", { "session.id": "s-1", error: "spend limit", status_code: 429 }],
    [
      "qwen-code",
      "qwen-code.api_error",
      { "session.id": "s-1", error_type: "insufficient_quota", status_code: 429 },
    ],
    [
      "codex_cli_rs",
      "codex.api_request",
      { "conversation.id": "s-1", "error.message": "insufficient_quota", "http.response.status_code": 429 },
    ],
  ])("is read from the records of %s", (service, name, attributes) => {
    const body = logsBody(service, [
      { at: 1_795_000_000_000, attributes: { "event.name": name, ...attributes } },
    ]);
    const [call] = ofKind(onlySession(recordsOfBody(body)), "model_call");
    expect([call?.status, call?.retryable, call?.spendLimit]).toEqual([429, false, true]);
  });
});

describe("a status", () => {
  test.each([
    ["Rate limit reached", 429],
    ["Too Many Requests", 429],
    ["Overloaded", 529],
    ["Request failed with status code 503", 503],
    ["HTTP 500: internal", 500],
    ["Model call failed", null],
    ["The file has 429 lines", null],
  ])("is read from the message %p: %p", (message, status) => {
    expect(statusIn(message)).toBe(status);
  });
});
