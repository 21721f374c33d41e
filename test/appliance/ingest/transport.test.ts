import { afterAll, describe, expect, test } from "bun:test";
import { otlpSignalOf, pathOf } from "../../../src/ingest/path.ts";
import { spans, spansOf } from "../../ingest/bodies.ts";
import { rawAnswer } from "../../ingest/raw-socket.ts";
import { joinReceiver } from "../../ingest/receiver.ts";

const receiver = await joinReceiver();
afterAll(() => receiver.stop());

const EMPTY = { resourceLogs: [] };

describe("transport", () => {
  test.each([
    ["A3", "GET"],
    ["A4", "PUT"],
    ["A5", "HEAD"],
    ["H12", "OPTIONS"],
  ])("%s: %s is 405 and names POST", async (_, method) => {
    const response = await fetch(`${receiver.url}/v1/logs`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    if (method === "HEAD") expect(await response.text()).toBe("");
  });

  test.each([
    ["A6", "/v1/unknown"],
    ["A7", "/v1development/profiles"],
  ])("%s: %s is 404, without a key 401", async (_, path) => {
    expect((await receiver.send(path, EMPTY)).status).toBe(404);
    expect((await receiver.send(path, EMPTY, { authorization: null })).status).toBe(401);
  });

  test.each([
    ["A12", null],
    ["A13", "text/plain"],
    ["A14", "application/x-protobuf"],
    ["A15", "application/json, text/plain"],
  ])("%s: the type %s is 415 and names the setting to change", async (_, type) => {
    const body = new TextEncoder().encode("{}");
    const response = await receiver.send("/v1/logs", body, { "content-type": type });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain("OTEL_EXPORTER_OTLP_PROTOCOL=http/json");
  });

  test.each([
    ["A1", "/v1/logs", EMPTY],
    ["A2", "/v1/traces", { resourceSpans: [] }],
    ["A2", "/v1/metrics", { resourceMetrics: [] }],
    ["A8", "//v1/logs", EMPTY],
    ["A9", "/v1/logs/", EMPTY],
    ["A9", "/v1/logs?x=1", EMPTY],
  ])("%s: %s takes %j", async (_, path, body) => {
    const response = await receiver.send(path, body);
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
  });

  test.each([
    ["A10", "application/json; charset=utf-8"],
    ["A11", "Application/JSON"],
    ["A16", "application/json"],
  ])("%s: the type %s is taken, and answered as application/json", async (_, type) => {
    const response = await receiver.send("/v1/logs", EMPTY, { "content-type": type });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(response.headers.get("x-request-id")).toBeTruthy();
  });

  test("A17: spans on the logs path are stored as spans", async () => {
    const response = await receiver.send("/v1/logs", spans({ name: "misrouted" }));
    expect([response.status, await response.text()]).toEqual([200, "{}"]);
    expect(spansOf(await receiver.stored()).map(({ name }) => name)).toEqual(["misrouted"]);
  });

  test("A18: HTTP/1.0 is answered, and the connection closed", async () => {
    const head = `POST /v1/logs HTTP/1.0\r\nHost: a\r\nAuthorization: Bearer ${receiver.key}\r\n`;
    const answer = await rawAnswer(receiver.port, [
      `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    ]);
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(answer).toEndWith("{}");
  });
});

describe("the paths of OTLP", () => {
  test.each([
    ["/v1/unknown", null],
    ["/v1/logs/more", null],
    ["/", null],
    ["//v1///metrics//", "metrics"],
    [pathOf("http://localhost:4318/v1/traces?x=/v1/logs"), "traces"],
    [pathOf("http://localhost:4318//v1/logs"), "logs"],
  ])("%s is %p", (path, signal) => {
    expect(otlpSignalOf(path)).toBe(signal as ReturnType<typeof otlpSignalOf>);
  });
});
