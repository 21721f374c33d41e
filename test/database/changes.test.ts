import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenChanged } from "../../src/database/changes.ts";
import { openDatabase } from "../../src/database/open.ts";

test("work that waits for a change is done at first, and then once for each change of another connection", async () => {
  const folder = mkdtempSync(join(tmpdir(), "changes-"));
  const writing = openDatabase(join(folder, "scoring.db"), "write");
  await writing.schema.createTable("notes").addColumn("note", "text").execute();
  const reading = openDatabase(join(folder, "scoring.db"), "read");
  let done = 0;
  const work = whenChanged(reading, async () => void (done += 1));
  for (const _ of ["first", "again"]) await work();
  expect(done).toBe(1);
  await writing.schema.createTable("others").addColumn("note", "text").execute();
  for (const _ of ["changed", "again"]) await work();
  expect(done).toBe(2);
  await reading.destroy();
  await writing.destroy();
  rmSync(folder, { recursive: true });
});
