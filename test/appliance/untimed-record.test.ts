import { afterAll, expect, test } from "bun:test";
import { logs } from "../ingest/bodies.ts";
import { joinTestAppliance } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

test("a record without a time is found at its arrival, also when other records of its request have one", async () => {
  const { key } = await appliance.addOrganization();
  const timed = { timeUnixNano: "1763632860000000000", body: { stringValue: "timed" } };
  await appliance.send("/v1/logs", logs(timed, { body: { stringValue: "untimed" } }), key);
  await appliance.written();
  const answer = await appliance.get("/v1/telemetry/logs", key);
  const { logs: found } = (await answer.json()) as { logs: { body: string }[] };
  expect(found.map(({ body }) => body)).toEqual(["untimed"]);
});
