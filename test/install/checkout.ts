/** A checkout in which install.sh runs in a moment: its Bun writes an executable of one line, and `df` says what is free. */
import { afterAll } from "bun:test";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../sources.ts";

/** What an install said and how it ended. */
export interface Installed {
  exitCode: number;
  said: string;
}

export interface Checkout {
  folder: string;
  /** Where everything is put instead of the machine's own root. */
  root: string;
  /** The folder for temporary files that install.sh is given. */
  temporary: string;
  /**
   * Runs install.sh.
   *
   * @param args - Its arguments, and the version whose executable it builds.
   */
  install(args: readonly string[], version?: string): Installed;
  /** Everything below the root, folders with a slash at their end, in order. */
  placed(): string[];
}

const COPIED = [
  "install.sh",
  "scripts/install",
  "LICENSE",
  "THIRD-PARTY-NOTICES.md",
  "CHANGELOG.md",
  "docs/monitoring",
];
const PLENTY_KILOBYTES = 9_000_000;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "install-"));
  folders.push(folder);
  return folder;
}

/** What a checkout's surroundings are like. */
export interface Surroundings {
  freeKilobytes?: number;
  /** A shell command that runs while the executable is built. */
  whileBuilding?: string;
  /** A shell command that runs instead of the tests. */
  tests?: string;
}

export function newCheckout({
  freeKilobytes = PLENTY_KILOBYTES,
  whileBuilding = ":",
  tests = ":",
}: Surroundings = {}): Checkout {
  const [folder, programs, root, temporary] = [newFolder(), newFolder(), newFolder(), newFolder()];
  for (const open of [folder, programs]) chmodSync(open, 0o755);
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, "embedded"));
  const rows = ["Filesystem 1024-blocks Used Available Capacity Mounted on", `a 9 9 ${freeKilobytes} 9% /`];
  writeProgram(join(programs, "df"), `printf '%s\\n' '${rows.join("' '")}'`);
  writeProgram(
    join(programs, "bun"),
    'case "$*" in --version) echo 1.4.5 ;; scripts/build.ts*) printf "#!/bin/sh\\necho $VERSION \\$*\\n" >scoring; chmod +x scoring ;; *) echo "$*" ;; esac\n' +
      `case "$*" in scripts/build.ts*) ${whileBuilding} ;; "run test:all"*) ${tests} ;; esac`,
  );
  const install = (args: readonly string[], version = "one") => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", join(folder, "install.sh"), ...args], {
      env: {
        PATH: `${programs}:${Bun.env["PATH"] ?? ""}`,
        HOME: folder,
        DESTDIR: root,
        TMPDIR: temporary,
        VERSION: version,
      },
      stderr: "pipe",
    });
    return { exitCode, said: `${stdout.toString()}${stderr.toString()}`.replaceAll(root, "") };
  };
  return { folder, root, temporary, install, placed: () => everythingIn(root) };
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

function everythingIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map(
      (entry) => `${join(entry.parentPath, entry.name).slice(root.length)}${entry.isDirectory() ? "/" : ""}`,
    )
    .toSorted();
}
