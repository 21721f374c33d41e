import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/in-process.ts";
import { postgresUrl } from "../../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { isSkipped } from "../../skipped.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { readRun, sendAsCaptured } from "../captured-runs.ts";
import { startTestAppliance, type TestOrganization } from "../running.ts";
import { readPublicAnswers } from "./public-answers.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing))("an appliance that goes on in PostgreSQL", () => {
  const folder = mkdtempSync(join(tmpdir(), "migrated-"));
  const directory = join(folder, "data");
  let postgres: PostgresServer;
  let organization: TestOrganization;
  let before: Record<string, unknown>;

  const scoring = (args: string[]) =>
    run(args, { clock: systemClock, environment: { SCORING_DATABASE: postgresUrl(postgres) } });

  beforeAll(async () => {
    if ("programs" in found) postgres = await startPostgres(found.programs);
    const appliance = await startTestAppliance({ directory });
    organization = await appliance.addOrganization();
    for (const name of ["codex-ok", "gemini-tool"])
      for (const request of await readRun(name)) await sendAsCaptured(appliance, request, organization.key);
    await appliance.settled();
    before = await readPublicAnswers(appliance, organization.admin);
    await appliance.stop();
  }, 180_000);

  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is counted by a dry run, which changes nothing", async () => {
    const { code, out, err } = await scoring([
      "migrate",
      "--from",
      directory,
      "--data-dir",
      directory,
      "--dry-run",
    ]);
    expect(err).toBe("");
    expect(out).toContain("Nothing was changed.");
    expect(code).toBe(0);
  });

  test("answers as before", async () => {
    const moved = await scoring(["migrate", "--from", directory, "--data-dir", directory]);
    expect(moved.err).toBe("");
    expect(moved.out).toContain("Everything was compared, and is the same on both sides.");
    const appliance = await startTestAppliance({ directory, settings: { database: postgresUrl(postgres) } });
    const after = await readPublicAnswers(appliance, organization.admin);
    for (const path of Object.keys(before))
      expect({ path, answer: after[path] }).toEqual({ path, answer: before[path] });
    await appliance.stop();
  });

  test("is not moved a second time", async () => {
    const again = await scoring(["migrate", "--from", directory, "--data-dir", directory]);
    expect(again.out).toContain("moved before");
  });

  test("is not served from the copy that stayed", async () => {
    await expect(startTestAppliance({ directory })).rejects.toThrow("this is an old copy");
  });

  test("is backed up into an archive of which an appliance without engines is made", async () => {
    const archive = join(folder, "backup.tar");
    const made = await scoring(["backup", archive, "--data-dir", directory]);
    expect(made.err).toBe("");
    const restored = join(folder, "restored");
    const outcome = await run(["restore", archive, "--data-dir", restored], { clock: systemClock });
    expect(outcome.err).toBe("");
    const appliance = await startTestAppliance({ directory: restored });
    const after = await readPublicAnswers(appliance, organization.admin);
    for (const path of Object.keys(before))
      expect({ path, answer: after[path] }).toEqual({ path, answer: before[path] });
    await appliance.stop();
  });
});
