/** The systemd unit: systemd finds no fault with it, and it lets the program do no more than it needs. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readText } from "../sources.ts";
import { newFolder } from "./checkout.ts";
import { isSkipped } from "../skipped.ts";

const unit = readText("scripts/install/systemd-unit.ini");
const systemd = Bun.which("systemd-analyze");

/** systemd calls 1.4 OK; what is left is the network, and the machine code that the JavaScript engine writes. */
const MOST_EXPOSED = 1.5;

function unitFile(): string {
  const path = join(newFolder(), "scoring.service");
  writeFileSync(path, unit.replace("@EXECUTABLE@", process.execPath));
  return path;
}

describe("the systemd unit", () => {
  test("keeps data and unpacked addons in the service's own folder", () => {
    expect(unit).toContain("\nStateDirectory=scoring\nStateDirectoryMode=0700\n");
    expect(unit).toContain("\nEnvironment=SCORING_DATA_DIR=/var/lib/scoring/data\n");
    expect(unit).toContain("\nEnvironment=BUN_TMPDIR=/var/lib/scoring\n");
  });

  test("runs as the user that install.sh makes, and stops the program only", () => {
    const [, user] = /^User=(\w+)$/m.exec(unit) ?? [];
    expect(readText("scripts/install/sysusers.conf")).toContain(`\nu ${user} - `);
    expect(unit).toContain("\nKillMode=mixed\n");
  });

  test("is started again however long a command keeps the directory to itself", () => {
    expect(unit).toContain("\nStartLimitIntervalSec=0\n");
    expect(unit).toContain("\nRestart=on-failure\nRestartSec=2\n");
  });

  test("stays down after a wrong setting and on a damaged database, which a start does not mend", () => {
    expect(unit).toContain("\nRestartPreventExitStatus=2 3\n");
    const codes = readText("docs/operations.md").match(/^\| [23] +\| .*$/gm);
    expect(codes?.map((row) => row.replace(/ +/g, " "))).toEqual([
      expect.stringContaining("| 2 | the command line or a setting is wrong"),
      expect.stringContaining("| 3 | the database is damaged"),
    ]);
  });

  test("takes secrets from a file that need not be there", () => {
    expect(unit).toContain("\nEnvironmentFile=-/etc/scoring/environment\n");
    expect(readText("docs/install.md")).toContain("`/etc/scoring/environment`");
  });

  test.skipIf(isSkipped(systemd !== null, "systemd-analyze"))(
    "has no fault that systemd-analyze verify finds",
    () => {
      const { exitCode, stderr } = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", unitFile()]);
      const complaints = stderr.toString().split("\n");
      expect([exitCode, complaints.filter((line) => line.includes("scoring.service"))]).toEqual([0, []]);
    },
  );

  test.skipIf(isSkipped(systemd !== null, "systemd-analyze"))(
    "is exposed as little as a JavaScript server can be",
    () => {
      const report = join(newFolder(), "report");
      const command = ["systemd-analyze", "security", "--offline=true", "--no-pager", unitFile()];
      expect(Bun.spawnSync(command, { stdout: Bun.file(report) }).exitCode).toBe(0);
      const [, level] =
        /exposure level for scoring\.service: ([\d.]+)/.exec(readFileSync(report, "utf8")) ?? [];
      expect(Number(level)).toBeLessThanOrEqual(MOST_EXPOSED);
    },
  );
});

describe("the shell scripts", () => {
  test.skipIf(isSkipped(Bun.which("shellcheck") !== null, "shellcheck"))(
    "have no fault that shellcheck finds",
    () => {
      const files = ["install.sh", "scripts/install/place.sh", "scripts/run"];
      const { stdout } = Bun.spawnSync(["shellcheck", "--external-sources", ...files], {
        cwd: join(import.meta.dir, "../.."),
      });
      expect(stdout.toString()).toBe("");
    },
  );
});
