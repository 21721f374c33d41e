/** What ./install.sh says before it begins. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./sources.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "install-"));
  folders.push(folder);
  return folder;
}

/** Runs it in a checkout of nothing else, on a disk that `df` says has so much left. */
function install(freeKilobytes: number, ...args: string[]) {
  const [checkout, programs] = [newFolder(), newFolder()];
  copyFileSync(join(ROOT, "install.sh"), join(checkout, "install.sh"));
  const rows = ["Filesystem 1024-blocks Used Available Capacity Mounted on", `a 9 9 ${freeKilobytes} 9% /`];
  writeFileSync(join(programs, "df"), `#!/bin/sh\nprintf '%s\\n' '${rows.join("' '")}'\n`);
  chmodSync(join(programs, "df"), 0o755);
  const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", join(checkout, "install.sh"), ...args], {
    env: { PATH: `${programs}:${Bun.env["PATH"] ?? ""}`, HOME: checkout },
    stderr: "pipe",
  });
  return { exitCode, said: `${stdout.toString()}${stderr.toString()}`, files: readdirSync(checkout) };
}

describe("./install.sh", () => {
  test("on a disk that is too full says so, and writes nothing", () => {
    const { exitCode, said, files } = install(102_400);
    expect({ exitCode, files }).toEqual({ exitCode: 1, files: ["install.sh"] });
    expect(said).toBe(
      "this disk has 100 MB left; setting up needs 500 MB\nfree some, or clone into another disk\n",
    );
  });

  test("names an argument that it does not know", () => {
    const { exitCode, said } = install(102_400, "--tests");
    expect(exitCode).toBe(2);
    expect(said).toStartWith("unknown argument: --tests\nUsage: ./install.sh [--test]\n");
  });
});
