import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { eventually, removeFolders, startServed, unusedDirectory } from "./served.ts";

afterAll(removeFolders);

/** The writer waits this long for more, so that what is answered is in the stream only. */
const NEVER_IN_THIS_TEST = "3600000";

test("prompts that were answered 202 are all there after a kill before any of them was written, each once", async () => {
  const directory = unusedDirectory();
  const served = await startServed({ directory, environment: { SCORING_BATCH_MAX_MS: NEVER_IN_THIS_TEST } });
  const { key } = served;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = Array.from({ length: 30 }, (_, index) => `p-${index}`);
  const statuses = await Promise.all(
    sent.map(async (prompt_id) => {
      const body = JSON.stringify({ session_id: "s-1", prompt_id, prompt_text: `Fix ${prompt_id}` });
      return (await fetch(`${served.url}/v1/prompts`, { method: "POST", headers, body })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([202]));
  await served.end();
  expect(existsSync(join(directory, "objects"))).toBe(false);

  const again = await startServed({ directory, key });
  const stored = await eventually(async () => {
    const path = "/v1/telemetry/logs?event=prompt&session_id=s-1&limit=500";
    const answer = await fetch(again.url + path, { headers });
    const { logs } = (await answer.json()) as { logs: { attributes: Record<string, string> }[] };
    return logs.length < sent.length ? null : logs.map(({ attributes }) => attributes["prompt.id"] ?? "");
  });
  expect(stored.toSorted()).toEqual(sent.toSorted());
  await again.end();
});
