import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/in-process.ts";
import { postgresUrl } from "../../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { isS3Missing, type StartedS3, startS3 } from "../../engines/s3.ts";
import { isSkipped } from "../../skipped.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { readRun, sendAsCaptured } from "../captured-runs.ts";
import { startTestAppliance, type TestOrganization } from "../running.ts";
import { readPublicAnswers } from "./public-answers.ts";

/** Commands that read or change, and what they say of these stores. */
const COMMANDS: readonly [string[], RegExp][] = [
  [["verify"], /they balance/],
  [["keys", "list"], /admin/],
  [["orgs", "list"], /default/],
  [["audit", "list"], /TIME|No entry/],
  [["accounts", "list"], /./],
  [["rescore", "--from", "2000-01-01T00:00:00Z"], /examined again/],
  [["rebuild"], /measured/],
  [["status"], /no server answers/],
];

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing) || isS3Missing())(
  "an appliance that goes on in engines",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "migrated-"));
    const directory = join(folder, "data");
    let postgres: PostgresServer;
    let bucket: StartedS3;
    let engines: Record<string, unknown>;
    let environment: Record<string, string>;
    let organization: TestOrganization;
    let before: Record<string, unknown>;

    const scoring = (args: string[]) => run(args, { clock: systemClock, environment });

    beforeAll(async () => {
      if ("programs" in found) postgres = await startPostgres(found.programs);
      bucket = await startS3(join(folder, "bucket"));
      engines = { database: postgresUrl(postgres), ...bucket.settings };
      environment = {
        SCORING_DATABASE: postgresUrl(postgres),
        SCORING_OBJECTS: bucket.settings.objects,
        SCORING_S3_ENDPOINT: bucket.settings.s3Endpoint,
        SCORING_S3_REGION: bucket.settings.s3Region,
        SCORING_S3_PATH_STYLE: "true",
        SCORING_S3_ACCESS_KEY_ID: bucket.settings.s3AccessKeyId,
        SCORING_S3_SECRET_ACCESS_KEY: bucket.settings.s3SecretAccessKey,
      };
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
      await bucket?.stop();
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
      expect(moved.out).toMatch(/objects +s3:\/\/records +[1-9]/);
      expect(moved.out).toContain("Everything was compared, and is the same on both sides.");
      const appliance = await startTestAppliance({ directory, settings: engines });
      const after = await readPublicAnswers(appliance, organization.admin);
      for (const path of Object.keys(before))
        expect({ path, answer: after[path] }).toEqual({ path, answer: before[path] });
      await appliance.stop();
    });

    test("is looked at by commands as it is there", async () => {
      for (const [args, said] of COMMANDS) {
        const { out, err } = await scoring([...args, "--data-dir", directory]);
        expect({ args, err, out }).toMatchObject({
          args,
          err: "",
          out: expect.stringMatching(said) as unknown,
        });
      }
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
  },
);
