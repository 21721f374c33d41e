/** A data directory of a program with other formulas is served by this one, whose numbers take the place of the old. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tables } from "../../src/database/table-shape.ts";
import { METRICS_TABLE } from "../../src/metrics/columns-table.ts";
import { wholeSchema } from "../whole-schema.ts";
import { readRemaking } from "../../src/metrics/remaking.ts";
import { saveFormulasVersion } from "../../src/metrics/formulas-table.ts";
import { SCORING_VERSION } from "../../src/metrics/version.ts";
import { writingTo } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { eventually, startTestAppliance } from "./running.ts";

const directory = mkdtempSync(join(tmpdir(), "formulas-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("rows of an older version are rebuilt while the server runs", async () => {
  const first = await startTestAppliance({ directory });
  const organization = await first.addOrganization();
  for (const request of await readRun("codex-ok")) await sendAsCaptured(first, request, organization.key);
  await first.settled();
  const dump = await canonicalDump(first.database);
  await first.stop();
  await makeOlder();

  const second = await startTestAppliance({ directory });
  await eventually(async () => (await readRemaking(second.database)) === null);
  await second.settled();
  expect(await canonicalDump(second.database)).toEqual(dump);
  const versions = await wholeSchema(second.database)
    .selectFrom("metrics")
    .select("scoring_version")
    .distinct()
    .execute();
  expect(versions).toEqual([{ scoring_version: SCORING_VERSION }]);
  await second.stop();
});

/** As a program with other formulas left it: another version, and other numbers. */
async function makeOlder(): Promise<void> {
  await writingTo(directory, async (database) => {
    const view = tables(database, METRICS_TABLE);
    await view.updateTable("metrics").set({ scoring_version: "2026.11", edits: 99 }).execute();
    await saveFormulasVersion(database, "2026.11");
  });
}
