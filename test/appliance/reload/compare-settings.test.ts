import { describe, expect, test } from "bun:test";
import { compareSettings } from "../../../src/appliance/reload/compare-settings.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";

const before = SETTINGS.parse({ listen: "127.0.0.1:4318" });

function compared(changes: Record<string, unknown>, from: Record<string, unknown> = {}) {
  return compareSettings(SETTINGS.parse(from), SETTINGS.parse({ ...from, ...changes }));
}

describe("settings that were read again", () => {
  test("are no change when they are the same", () => {
    expect(compareSettings(before, SETTINGS.parse({}))).toEqual({
      settings: before,
      changed: [],
      waiting: [],
      concernsEngine: false,
    });
  });

  test("keep what needs a restart, and take the rest", () => {
    const { settings, changed, waiting } = compared({ listen: "0.0.0.0:1", hosts: ["a.example"] });
    expect([settings.listen, settings.hosts]).toEqual([before.listen, ["a.example"]]);
    expect([changed, waiting]).toEqual([["hosts"], ["listen"]]);
  });

  test.each([
    ["hosts", { hosts: ["a.example"] }, false],
    ["the limits of bodies", { bodyLimitBytes: 1, maxItems: 1 }, false],
    ["what is captured", { captureMode: "minimal" }, true],
    ["the judge model", { llmModel: "other" }, true],
  ])("concern the engine or not: %s", (_, changes, concerns) => {
    expect(compared(changes).concernsEngine).toBe(concerns);
  });

  test("take another certificate, but neither the first nor none", () => {
    const [none, first] = [{}, { tlsCert: "/a.pem", tlsKey: "/a.key" }];
    expect(compared({ tlsCert: "/b.pem" }, first)).toMatchObject({ changed: ["tlsCert"], waiting: [] });
    expect(compared(first, none)).toMatchObject({ changed: [], waiting: ["tlsCert", "tlsKey"] });
    expect(compared({ tlsCert: null, tlsKey: null }, first).settings.tlsCert).toBe("/a.pem");
  });
});
