/** One key that names more people than it may make: who they count for, who says so, and when they become themselves. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rescore } from "../../src/appliance/rebuild/rescore.ts";
import { tables } from "../../src/database/table-shape.ts";
import { ALIASES } from "../../src/identity/developers/table.ts";
import { NEW_DEVELOPERS_A_DAY } from "../../src/identity/developers/new-developers-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, HOUR } from "../../src/vocabulary/units.ts";
import { quietly } from "./at-rest.ts";
import { eventually, startTestAppliance, type TestAppliance } from "./running.ts";
import { localStores } from "../../src/stores.ts";

const PEOPLE = NEW_DEVELOPERS_A_DAY + 40;
const directory = mkdtempSync(join(tmpdir(), "crowded-"));
afterAll(() => rmSync(directory, { recursive: true }));

function prompts() {
  const logRecords = Array.from({ length: PEOPLE }, (_, person) => ({
    timeUnixNano: String((systemClock() - HOUR + person) * 1_000_000),
    attributes: Object.entries({
      "event.name": "user_prompt",
      "session.id": `s-${person}`,
      "user.email": `p${person}@example.com`,
      prompt: "Add a page, please.",
    }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }));
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "claude-code" } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
}

async function emailsKnown({ database }: TestAppliance): Promise<number> {
  const rows = await tables(database, ALIASES).selectFrom("aliases").select("value").execute();
  return rows.filter(({ value }) => value.endsWith("@example.com")).length;
}

describe("a key that names 240 people in a day", () => {
  test("makes 200 of them, says so, and makes the others on a later day", async () => {
    const first = await startTestAppliance({ directory });
    const ours = await first.addOrganization();
    expect((await first.send("/v1/logs", prompts(), ours.key)).status).toBe(200);
    await first.settled();
    expect(await emailsKnown(first)).toBe(NEW_DEVELOPERS_A_DAY);
    // without what is in the database while that is slow to answer
    const says = (path: string, key: string, words: string) =>
      eventually(async () => (await (await first.get(path, key)).text()).includes(words));
    await says("/v1/admin/status", ours.admin, '"crowdedKeys":1');
    await says("/readyz", "", "keys that name too many new developers: 1");
    await says("/metrics", ours.admin, "scoring_crowded_keys 1");
    expect(await (await first.get("/readyz", "")).text()).not.toContain(ours.id);
    await first.stop();

    const second = await startTestAppliance({ directory, engineClockAheadMs: DAY });
    await rescore(localStores(directory), { from: 0, to: systemClock() + DAY }, quietly);
    await second.settled();
    expect(await emailsKnown(second)).toBe(PEOPLE);
    await second.stop();
  });
});
