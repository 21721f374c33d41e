/** What ./install.sh --prefix puts where, and that --uninstall takes exactly that away again. */
import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { isSkipped } from "../skipped.ts";
import { ROOT } from "../sources.ts";
import { type Checkout, newCheckout } from "./checkout.ts";

const EXECUTABLE = "/opt/tools/bin/scoring";
const UNIT = "/etc/systemd/system/scoring.service";
const PREFIX = ["--prefix", "/opt/tools"];
const NOTHING_THERE =
  "nothing that install.sh put there was found under /usr/local\ngive the --prefix that it was installed with\n";

function write({ root }: Checkout, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function read({ root }: Checkout, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

describe("--prefix", () => {
  test("puts executable, licences, documents, manual page and the list of them below the folder, readable by everybody", () => {
    const checkout = newCheckout();
    expect(checkout.install(PREFIX).said).toEndWith("Next: /opt/tools/bin/scoring serve\n");
    const files = [
      EXECUTABLE,
      "/opt/tools/share/bash-completion/completions/scoring",
      "/opt/tools/share/doc/scoring/CHANGELOG.md",
      "/opt/tools/share/doc/scoring/LICENSE",
      "/opt/tools/share/doc/scoring/THIRD-PARTY-NOTICES.md",
      "/opt/tools/share/doc/scoring/docs/monitoring/alerts.yaml",
      "/opt/tools/share/doc/scoring/docs/monitoring/grafana.json",
      "/opt/tools/share/fish/vendor_completions.d/scoring.fish",
      "/opt/tools/share/man/man1/scoring.1",
      "/opt/tools/share/scoring/installed",
      "/opt/tools/share/zsh/site-functions/_scoring",
    ];
    const placed = checkout.placed().filter((path) => !path.endsWith("/"));
    expect(placed).toEqual(files);
    const modes = files.map((path) => (statSync(join(checkout.root, path)).mode & 0o777).toString(8));
    expect(modes).toEqual(["755", ...Array.from({ length: 10 }, () => "644")]);
    expect(read(checkout, "/opt/tools/share/zsh/site-functions/_scoring")).toBe("one completion zsh\n");
  });

  test("puts a manual page there that has every command, and that roff finds no fault with", () => {
    const page = Bun.spawnSync([process.execPath, join(ROOT, "scripts/write-manual.ts")]).stdout.toString();
    for (const { name } of COMMANDS)
      expect(page).toContain(`\n.SH "${name.toUpperCase()}"\nUsage: scoring ${name.replaceAll("-", "\\-")}`);
    expect(page).toContain("\\-\\-data\\-dir DIR");
    expect(page).not.toMatch(/^[.'](?!SH|TH|nh|ad)/m);
    if (isSkipped(Bun.which("groff") !== null, "groff")) return;
    const read = Bun.spawnSync(["groff", "-man", "-Tutf8", "-ww", "-z"], { stdin: Buffer.from(page) });
    expect(read.stderr.toString()).toBe("");
  });

  test("again replaces what it put there, with another file in its place", () => {
    const checkout = newCheckout();
    checkout.install(PREFIX, "one");
    const before = statSync(join(checkout.root, EXECUTABLE)).ino;
    expect(checkout.install(PREFIX, "two").exitCode).toBe(0);
    expect(read(checkout, EXECUTABLE)).toContain("echo two ");
    // a program that runs keeps its file
    expect(statSync(join(checkout.root, EXECUTABLE)).ino).not.toBe(before);
    checkout.install(["--uninstall", ...PREFIX]);
    expect(checkout.placed()).toEqual([]);
  });

  test("removes what an earlier version put there and this one does not have", () => {
    const checkout = newCheckout();
    checkout.install(PREFIX);
    write(checkout, "/opt/tools/share/old", "");
    const list = join(checkout.root, "/opt/tools/share/scoring/installed");
    appendFileSync(list, "file 4294967295-0 /opt/tools/share/old\n");
    checkout.install(PREFIX);
    expect(existsSync(join(checkout.root, "/opt/tools/share/old"))).toBe(false);
  });

  test.each([
    ["somebody else's file", EXECUTABLE, "is there already, and install.sh did not put it there"],
    ["a unit written by hand", UNIT, "is there already, and install.sh did not put it there"],
  ])("leaves %s alone and changes nothing", (_, path, message) => {
    const checkout = newCheckout();
    write(checkout, path, "theirs");
    const before = checkout.placed();
    const { exitCode, said } = checkout.install([...PREFIX, "--systemd"]);
    expect(exitCode).toBe(1);
    expect(said).toBe(`${path} ${message}\nmove it away, and run this again\n`);
    expect(checkout.placed()).toEqual(before);
    expect(read(checkout, path)).toBe("theirs");
  });

  test("leaves a unit that was edited since, and says so", () => {
    const checkout = newCheckout();
    checkout.install([...PREFIX, "--systemd"]);
    appendFileSync(join(checkout.root, UNIT), "# ours\n");
    const { exitCode, said } = checkout.install([...PREFIX, "--systemd"], "two");
    expect([exitCode, said]).toEqual([
      1,
      `${UNIT} was changed since install.sh put it there\nmove it away, and run this again\n`,
    ]);
    expect(read(checkout, EXECUTABLE)).toContain("echo one ");
  });
});

describe("--systemd", () => {
  test("also installs a unit that starts the installed executable, and its user", () => {
    const checkout = newCheckout();
    expect(checkout.install(["--systemd"]).said).toEndWith("Next: systemctl enable --now scoring\n");
    expect(read(checkout, UNIT)).toContain("\nExecStart=/usr/local/bin/scoring serve\n");
    expect(read(checkout, "/etc/sysusers.d/scoring.conf")).toContain("u scoring - ");
  });

  test.each([
    ["runs", "return 0", "systemctl restart scoring (until then the version before runs on)"],
    ["does not run", "return 3", "systemctl enable --now scoring"],
  ])("says what comes next where the service %s", (_, answer, next) => {
    const script = `. ./scripts/install/place.sh; root=; systemctl() { ${answer}; }; service_command`;
    expect(Bun.spawnSync(["sh", "-c", script], { cwd: ROOT }).stdout.toString()).toBe(`${next}\n`);
  });

  test("stays when the executable is installed again without it", () => {
    const checkout = newCheckout();
    checkout.install([...PREFIX, "--systemd"]);
    checkout.install(PREFIX);
    expect(existsSync(join(checkout.root, UNIT))).toBe(true);
    checkout.install(["--uninstall", ...PREFIX]);
    expect(checkout.placed()).toEqual([]);
  });
});

describe("a unit that was edited", () => {
  test("is still known after an install without --systemd", () => {
    const checkout = newCheckout();
    checkout.install([...PREFIX, "--systemd"]);
    appendFileSync(join(checkout.root, UNIT), "# ours\n");
    checkout.install(PREFIX);
    const { said } = checkout.install(["--uninstall", ...PREFIX]);
    expect(said).toContain(`${UNIT}, which was changed since it was installed`);
  });
});

describe("--uninstall", () => {
  test("of what was never installed says so", () => {
    const { exitCode, said } = newCheckout().install(["--uninstall"]);
    expect([exitCode, said]).toEqual([1, NOTHING_THERE]);
  });

  test("removes exactly what was installed: other files and the folders that were there stay", () => {
    const checkout = newCheckout();
    write(checkout, "/opt/tools/bin/other", "");
    write(checkout, "/etc/systemd/system/other.service", "");
    mkdirSync(join(checkout.root, "/opt/tools/share/doc"), { recursive: true });
    const before = checkout.placed();
    checkout.install([...PREFIX, "--systemd"]);
    checkout.install([...PREFIX, "--systemd"]);
    expect(checkout.install(["--uninstall", ...PREFIX]).exitCode).toBe(0);
    expect(checkout.placed()).toEqual(before);
  });

  test("keeps a file that was changed since, and names it", () => {
    const checkout = newCheckout();
    checkout.install([...PREFIX, "--systemd"]);
    appendFileSync(join(checkout.root, UNIT), "# ours\n");
    const { said } = checkout.install(["--uninstall", ...PREFIX]);
    expect(said).toContain(`${UNIT}, which was changed since it was installed`);
    expect(checkout.placed()).toEqual(["/etc/", "/etc/systemd/", "/etc/systemd/system/", UNIT]);
  });

  test("takes away an install that was broken off", () => {
    const checkout = newCheckout();
    rmSync(join(checkout.folder, "THIRD-PARTY-NOTICES.md"));
    const before = checkout.placed();
    expect(checkout.install(PREFIX).exitCode).not.toBe(0);
    expect(existsSync(join(checkout.root, EXECUTABLE))).toBe(true);
    checkout.install(["--uninstall", ...PREFIX]);
    expect(checkout.placed()).toEqual(before);
  });

  test("leaves the service's data, unless asked to delete it", () => {
    const checkout = newCheckout();
    checkout.install(["--systemd"]);
    write(checkout, "/var/lib/scoring/data/format", "");
    expect(checkout.install(["--uninstall"]).said).toContain(
      "/var/lib/scoring, the data; --delete-data removes it too",
    );
    expect(checkout.placed()).toContain("/var/lib/scoring/data/format");
    expect(checkout.install(["--uninstall", "--delete-data"]).exitCode).toBe(0);
    expect(checkout.placed()).toEqual(["/var/", "/var/lib/"]);
    write(checkout, "/var/lib/scoring/data/format", "");
    checkout.install(["--systemd"]);
    checkout.install(["--uninstall", "--delete-data"]);
    expect(checkout.placed()).toEqual(["/var/", "/var/lib/"]);
  });

  test("does not delete the data of a service that is installed under another prefix", () => {
    const checkout = newCheckout();
    checkout.install([...PREFIX, "--systemd"]);
    write(checkout, "/var/lib/scoring/data/format", "");
    const { exitCode, said } = checkout.install(["--uninstall", "--delete-data"]);
    expect([exitCode, said]).toEqual([1, NOTHING_THERE]);
    expect(checkout.placed()).toContain("/var/lib/scoring/data/format");
  });
});
