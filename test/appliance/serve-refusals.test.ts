/** What `scoring serve` refuses to start on, as a process: how it ends, what it says, what it leaves. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataDirectory, type Outcome, scoringProcess } from "../cli/command-line.ts";
import { scoring } from "../cli/in-process.ts";
import { FORMAT, requireFormat } from "../../src/appliance/directory.ts";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { startTestAppliance } from "./running.ts";
import { isSkipped } from "../skipped.ts";

const appliance = await startTestAppliance();
const folders: string[] = [];
afterAll(async () => {
  await appliance.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "refused-"));
  folders.push(folder);
  return folder;
}

/** Every file below the folder with its size and its time, to see that none was touched. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

function serve(directory: string, ...flags: string[]): Promise<Outcome> {
  return scoringProcess(["serve", "--data-dir", directory, "--listen", "127.0.0.1:0", ...flags]);
}

/** Every part that was started is stopped; only slow ones are mentioned when they start. */
function stoppedParts(log: string): string[] {
  return [...log.matchAll(/"stopped (.*?)"/g)].map(([, part = ""]) => part);
}

describe("serve is refused", () => {
  test("on a directory that is served, naming the process; that one goes on", async () => {
    const { code, out, err } = await serve(appliance.directory);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`is served by process ${process.pid} already`);
    const { key } = await appliance.addOrganization();
    expect((await appliance.send("/v1/logs", "{}", key)).status).toBe(200);
  });

  test("on a directory of a newer format, which is left as it was", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "format"), "99\n");
    const before = contents(folder);
    const { code, out, err } = await serve(folder);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`${folder} has format 99, this version reads ${FORMAT}`);
    expect(contents(folder)).toEqual(before);
  });

  test.each([
    { what: "zeros", text: "\0\0" },
    { what: "nothing", text: "" },
    { what: "something else", text: "one\n" },
  ])("on a directory whose format file holds $what, until it is put right as it says", async ({ text }) => {
    const folder = newFolder();
    const path = join(folder, "format");
    writeFileSync(path, text);
    const before = contents(folder);
    const refusal = await startTestAppliance({ directory: folder }).then(() => "none", String);
    expect(refusal).toContain(`${path} is damaged`);
    expect(contents(folder)).toEqual(before);
    const remedy = /put it right: (.*)/.exec(refusal)?.[1] ?? "";
    expect(Bun.spawnSync(["sh", "-c", remedy]).exitCode).toBe(0);
    expect(() => requireFormat(folder)).not.toThrow();
  });

  test.each([
    ["--listen", ["--listen", `127.0.0.1:${appliance.port}`]],
    ["--metrics-listen", ["--metrics-listen", `127.0.0.1:${appliance.port}`]],
  ])("on a busy port for %s, before anything is started", async (flag, flags) => {
    const folder = newFolder();
    const { code, out, err } = await serve(folder, ...flags);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    const reason = "another program listens there; stop it or choose another";
    expect(err).toContain(`listening on 127.0.0.1:${appliance.port}: ${reason} ${flag}`);
    expect(stoppedParts(err)).toEqual(["the lock of the data directory"]);
    expect(readdirSync(folder).toSorted()).toEqual(["format", "lock", "serving.pid"]);
  });

  test("with a certificate that cannot be used, before anything is started", async () => {
    const folder = newFolder();
    const { code, err } = await serve(folder, "--tls-cert", join(folder, "missing.pem"));
    expect(code).toBe(1);
    expect(err).toContain("missing.pem cannot be read; name a file that the user of this program may read");
    expect(stoppedParts(err)).toEqual(["the lock of the data directory"]);
  });

  test.each([
    ["set by half", [], "oidc_issuer is set, but oidc_client_id is not. Set it, or remove oidc_issuer."],
    ["set, and offline", ["--offline"], "offline forbids the connection to the provider"],
  ])("with a provider of sign-ins that is %s, before anything is started", async (_, flags, words) => {
    const { code, err } = await serve(newFolder(), "--oidc-issuer", "https://login.example.com", ...flags);
    expect(code).toBe(1);
    expect(err).toContain(words);
    expect(stoppedParts(err)).toEqual(["the lock of the data directory"]);
  });

  test("below a file, which is left as it was", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "mine");
    const { code, out, err } = await serve(join(file, "data"));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`the data directory ${join(file, "data")} cannot be written`);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  test("with a flag that there is none of, with the nearest one", async () => {
    const folder = newFolder();
    const { code, out, err } = await scoring(["serve", "--data-dir", folder, "--body-limt-bytes", "5"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("unknown flag: --body-limt-bytes; did you mean --body-limit-bytes?");
    expect(contents(folder)).toEqual([]);
  });

  test("with a key in scoring.toml that there is none of, with the nearest one", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "scoring.toml"), "body_limt_bytes = 5\n");
    const before = contents(folder);
    const { code, out, err } = await scoring(["serve", "--data-dir", folder]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(
      `body_limt_bytes in ${join(folder, "scoring.toml")}: unknown setting; did you mean body_limit_bytes?`,
    );
    expect(contents(folder)).toEqual(before);
  });
});

/** Root may write everywhere except to a file system that is mounted read-only, here in a separate mount namespace. */
const READ_ONLY = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"`;
const unshare = (folder: string, ...command: string[]) =>
  Bun.spawnSync(["unshare", "-m", "sh", "-c", READ_ONLY, "sh", folder, ...command], { stderr: "pipe" });
const refusesNamespaces = Bun.which("unshare") === null || unshare(newFolder(), "true").exitCode !== 0;

describe.skipIf(isSkipped(!refusesNamespaces, "mount namespaces, which only root may make"))(
  "on a read-only file system",
  () => {
    test("serve is refused, with what to do", () => {
      const folder = newFolder();
      const ended = unshare(folder, ...programCommand(null), "serve", "--data-dir", folder);
      expect(ended.exitCode).toBe(1);
      expect(ended.stderr.toString()).toContain(
        `the data directory ${folder} cannot be written; make it writable`,
      );
      expect(contents(folder)).toEqual([]);
    });
  },
);

describe("a command on a directory of a newer format", () => {
  test("is refused, and changes nothing", async () => {
    const { directory: folder } = await dataDirectory();
    folders.push(folder);
    writeFileSync(join(folder, "format"), "99\n");
    for (const command of [
      ["keys", "create"],
      ["orgs", "create", "new"],
      ["keys", "list"],
    ]) {
      const { code, out, err } = await scoring([...command, "--data-dir", folder]);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("has format 99, this version reads 3");
    }
  });
});
