import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/in-process.ts";
import { openPostgres, postgresUrl } from "../../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../engines/postgres.ts";
import { isS3Missing, type StartedS3, startS3 } from "../../engines/s3.ts";
import { isSkipped } from "../../skipped.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { freePort } from "../../../scripts/free-port.ts";
import type { Finding } from "../../../src/cli/doctor/finding.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { readRun, sendAsCaptured } from "../captured-runs.ts";
import { startTestAppliance, type TestOrganization } from "../running.ts";
import { readPublicAnswers } from "./public-answers.ts";

/** Where nobody listens. */
const NOBODY = `127.0.0.1:${freePort()}`;
/** Commands that read or change, and what they say of these stores. */
const COMMANDS: readonly [string[], RegExp][] = [
  [["verify"], /they balance/],
  [["keys", "list"], /admin/],
  [["orgs", "list"], /default/],
  [["audit", "list"], /Moved to engines .*rows: [1-9]/],
  [["accounts", "list"], /./],
  [["rescore", "--from", "2000-01-01T00:00:00Z"], /examined again/],
  [["rebuild"], /measured/],
  [["status"], /no server answers/],
];

/** A setting that is wrong, the one check that fails for it, and what that says to do. */
const FAULTS: readonly [Record<string, string>, string, RegExp][] = [
  [{ SCORING_DATABASE: "postgres://a:p-word@127.0.0.1:1/b" }, "database", /check its address/],
  [{ SCORING_OBJECTS: "s3://nowhere" }, "bucket", /make the bucket, or correct --objects/],
  [{ SCORING_OBJECTS: "s3://nowhere", SCORING_S3_PATH_STYLE: "false" }, "bucket", /--s3-path-style/],
  [{ SCORING_S3_SECRET_ACCESS_KEY: "p-word" }, "bucket", /correct --s3-access-key-id and/],
  [{ SCORING_S3_ENDPOINT: "http://127.0.0.1:1" }, "bucket", /correct --s3-endpoint/],
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

    async function findings(settings: Record<string, string>): Promise<Finding[]> {
      const args = ["doctor", "--json", "--data-dir", directory, "--listen", NOBODY];
      const { out, err } = await run(args, { clock: systemClock, environment: settings });
      expect(err).toBe("");
      return (JSON.parse(out) as { findings: Finding[] }).findings;
    }

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
    }, 600_000);

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

    test("is found well by doctor, and each fault of its engines once", async () => {
      const well = await findings(environment);
      expect(well.filter(({ state }) => state === "fail")).toEqual([]);
      const named = well.map(({ check }) => check);
      expect(named).toEqual(
        expect.arrayContaining(["database", "database connections", "bucket", "objects"]),
      );
      for (const [wrong, failing, remedy] of FAULTS) {
        const failed = (await findings({ ...environment, ...wrong })).filter(({ state }) => state === "fail");
        expect(failed.map(({ check }) => check)).toEqual([failing]);
        expect(failed[0]?.remedy).toMatch(remedy);
        expect(JSON.stringify(failed)).not.toContain("p-word");
      }
      const nameless = postgresUrl(postgres).replace("/postgres?", "/nowhere?");
      const refused = await findings({ ...environment, SCORING_DATABASE: nameless });
      expect(refused.find(({ state }) => state === "fail")?.remedy).toContain(
        "make the database, or correct",
      );
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

    test("is left by who is purged, and says what else may hold them", async () => {
      const database = openPostgres(postgres, "read");
      const [most] = await wholeSchema(database).selectFrom("turns").select("developer").limit(1).execute();
      await database.destroy();
      const whom = ["--developer", most?.developer ?? "", "--org", organization.id];
      const { out, err } = await scoring(["purge", ...whom, "--json", "--data-dir", directory]);
      expect(err).toBe("");
      const purged = JSON.parse(out) as { records: number; finished: boolean; notReached: string[] };
      expect(purged.records).toBeGreaterThan(0);
      expect(purged.finished).toBe(true);
      expect(purged.notReached.join()).toMatch(/WAL.*older versions/);
      const verified = await scoring(["verify", "--data-dir", directory]);
      expect({ code: verified.code, out: verified.out }).toMatchObject({
        code: 0,
        out: expect.stringContaining("balance"),
      });
    });
  },
);
