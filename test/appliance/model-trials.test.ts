/** Trials of another model over the API: who may begin and end one, and who sees it. */
import { afterAll, describe, expect, test } from "bun:test";
import type { ModelTrial } from "../../src/insights/rightsizing/trials/trial-answer.ts";
import { joinTestAppliance } from "./running.ts";

const PATH = "/v1/intelligence/rightsizing/trials";
const CHANGE = {
  kind: "model",
  model: "large",
  from: "large",
  to: "small",
  segment: { agent: "codex", intent: null, size: "small" },
};

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();
const bound = await ours.addKey({ developer: "ada@example.com" });

function call([method, path]: [string, string], key: string | null, body?: object): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
  return fetch(appliance.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function list(key: string): Promise<ModelTrial[]> {
  return ((await (await appliance.get(PATH, key)).json()) as { trials: ModelTrial[] }).trials;
}

describe("a trial of another model", () => {
  test("is not begun without a key, by a bound key, or of what is no change", async () => {
    expect((await call(["POST", PATH], null, CHANGE)).status).toBe(401);
    expect((await call(["POST", PATH], bound.key, CHANGE)).status).toBe(403);
    for (const body of [{}, { ...CHANGE, to: "" }, { ...CHANGE, more: 1 }, { ...CHANGE, kind: "none" }])
      expect((await call(["POST", PATH], ours.key, body)).status).toBe(400);
    expect(await list(ours.key)).toEqual([]);
  });

  test("is begun by the team, seen by its own organization only, and ended there", async () => {
    const begun = await call(["POST", PATH], ours.key, CHANGE);
    expect(begun.status).toBe(200);
    const { id } = (await begun.json()) as { id: string };
    expect(await list(ours.admin)).toMatchObject([{ change: CHANGE, id, subSessions: 0, reached: 0 }]);
    expect(await list(bound.key)).toMatchObject([{ id }]);
    expect(await list(theirs.admin)).toEqual([]);
    expect((await call(["DELETE", `${PATH}/${id}`], theirs.admin)).status).toBe(404);
    expect((await call(["DELETE", `${PATH}/${id}`], bound.key)).status).toBe(403);
    expect((await call(["DELETE", `${PATH}/${id}`], ours.admin)).status).toBe(200);
    expect((await call(["DELETE", `${PATH}/${id}`], ours.admin)).status).toBe(404);
    expect(await list(ours.key)).toEqual([]);
  });
});
