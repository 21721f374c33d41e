/** Labels of earlier sessions: another list of them is filled in from the stored records. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rescore } from "../../../src/appliance/rebuild/rescore.ts";
import type { LabelsAnswer } from "../../../src/sessions/labels/labels-answer.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { quietly } from "../at-rest.ts";
import { promptLog } from "../requests.ts";
import { startTestAppliance } from "../running.ts";
import { localStores } from "../../../src/stores.ts";

const NOVEMBER = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const folder = mkdtempSync(join(tmpdir(), "labels-"));
const directory = join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function labelled(session: string, team: string): object {
  const body = promptLog({ session, at: "2026-11-18T10:00:00Z" }) as {
    resourceLogs: { resource: { attributes: object[] } }[];
  };
  body.resourceLogs[0]?.resource.attributes.push({ key: "squad", value: { stringValue: team } });
  return body;
}

test("a rescore fills in labels that are listed since", async () => {
  const first = await startTestAppliance({ directory });
  const { key, admin } = await first.addOrganization();
  for (const [session, team] of [
    ["one", "red"],
    ["two", "blue"],
  ] as const)
    await first.send("/v1/logs", labelled(session, team), key);
  await first.settled();
  const listed = async (from: Pick<typeof first, "get">) =>
    ((await (await from.get("/v1/labels", admin)).json()) as LabelsAnswer).labels.map(({ name, values }) => [
      name,
      values.map(({ value }) => value),
    ]);
  expect(await listed(first)).toEqual([]);
  await first.stop();
  await rescore(localStores(directory), { from: 0, to: systemClock() }, { ...quietly, labels: ["squad"] });
  const second = await startTestAppliance({ directory });
  await second.settled();
  expect(await listed(second)).toEqual([["squad", ["blue", "red"]]]);
  const usage = await second.get(`/scoring/usage?by=label:squad&${NOVEMBER}`, admin);
  const { rows } = (await usage.json()) as { rows: { name: string | null }[] };
  expect(rows.map(({ name }) => name).toSorted()).toEqual(["blue", "red"]);
  await second.stop();
});
