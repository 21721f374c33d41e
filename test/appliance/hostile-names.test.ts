/** Values that are names of every JavaScript object: whatever they mean elsewhere, they must stay texts. */
import { afterAll, describe, expect, test } from "bun:test";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { listedOperations } from "./requests.ts";
import { joinTestAppliance } from "./running.ts";

/** It leads to Slack, or is 503 where no app of Slack is set. */
const NO_LIST = "/v1/integrations/slack/install";
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty"] as const;
/** Captured sessions of three agents, with tools and with errors. */
const RUNS = ["codex-tool", "codex-r429", "gemini-tool", "qwen-tool"] as const;
/** What a session is read by: another text there would leave nothing to look up by the others. */
const KEPT_AS_THEY_ARE = /^(event\.name|service\.name|.*timestamp.*|.*(session|conversation|prompt)[._]id)$/;

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const organization = await appliance.addOrganization();

/**
 * Returns the body with that name in place of each text of an attribute, but of those that say what it
 * belongs to.
 */
function renamed(bodyText: string, name: string): string {
  return JSON.stringify(JSON.parse(bodyText), (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("key" in value) || !("value" in value)) return value;
    const { key, value: held } = value as { key: string; value: unknown };
    if (KEPT_AS_THEY_ARE.test(key)) return { key, value: ofItsOwn(held, name) };
    const isText = typeof held === "object" && held !== null && "stringValue" in held;
    return { key, value: isText ? { stringValue: name } : held };
  });
}

/** Each name has other sessions. */
function ofItsOwn(held: unknown, name: string): unknown {
  const { stringValue } = held as { stringValue?: string };
  return /^[0-9a-f-]{36}$/.test(stringValue ?? "") ? { stringValue: `${stringValue}${name}` } : held;
}

describe("a text that is also a name of every object", () => {
  test("is taken, measured and reported as a text, whatever it means elsewhere", async () => {
    for (const name of NAMES)
      for (const run of RUNS)
        for (const request of await readRun(run)) {
          const bodyText = renamed(request.bodyText, name);
          const sent = await sendAsCaptured(appliance, { ...request, bodyText }, organization.key);
          expect([run, request.path, sent.status]).toEqual([run, request.path, 200]);
        }
    await appliance.settled();
    const rows = await appliance.metrics(organization.admin);
    expect(rows.length).toBeGreaterThanOrEqual(NAMES.length);
    const status = await (await appliance.get("/v1/admin/status", organization.admin)).text();
    expect(status).not.toMatch(/"setAside":[1-9]/);
  });

  test("is the same in every answer", async () => {
    const operations = await listedOperations(appliance, organization.admin);
    const lists = operations.filter(
      ({ method, path, isOpen }) => method === "get" && !isOpen && !path.includes("{") && path !== NO_LIST,
    );
    const told: string[] = [];
    for (const { path } of lists) {
      const response = await appliance.get(
        `${path}?from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z`,
        organization.admin,
      );
      const text = await response.text();
      expect([path, response.status < 500]).toEqual([path, true]);
      expect([path, text.match(/native code|\[object |function ?\(|=>/)?.[0] ?? null]).toEqual([path, null]);
      told.push(text);
    }
    for (const name of NAMES) expect(told.some((text) => text.includes(`"${name}"`))).toBe(true);
  });

  test("has changed nothing of this process", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)["stringValue"]).toBeUndefined();
  });
});

describe("a body of the API that names a prototype", () => {
  const bodies = [
    `{"__proto__":{"qrReference":1,"polluted":true},"qrReference":80}`,
    `{"tokensByAgent":{"__proto__":1}}`,
    `{"tokensByAgent":{"constructor":1}}`,
    `{"constructor":{"prototype":{"polluted":true}}}`,
  ];
  test.each(bodies)("%s is refused or is only a body", async (body) => {
    const response = await fetch(`${appliance.url}/scoring/baselines`, {
      method: "PUT",
      headers: { authorization: `Bearer ${organization.admin}`, "content-type": "application/json" },
      body,
    });
    expect([200, 400]).toContain(response.status);
    const text = await (await appliance.get("/scoring/baselines", organization.admin)).text();
    expect(text).not.toMatch(/polluted|__proto__|constructor/);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
