/** The ports that the program opens for itself: which there are, and that they let nobody in without the secret. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { streamPath } from "../../src/appliance/layout.ts";
import { configFileOf } from "../../src/stream/server/server-config.ts";
import { isSkipped } from "../skipped.ts";
import { rawAnswer } from "../ingest/raw-socket.ts";
import { serveProcess } from "./served-process.ts";

const isLinux = process.platform === "linux";
const folder = mkdtempSync(join(tmpdir(), "inner-doors-"));
const directory = join(folder, "data");
const { child, url } = await serveProcess(directory);
afterAll(async () => {
  child.kill("SIGTERM");
  await child.exited;
  rmSync(folder, { recursive: true, force: true });
});

const frontPort = Number(new URL(url).port);

/** The text of a file of the system; none of a process that has just ended. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The process and those that it started, and so on. */
function family(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = all.filter(
    (name) => / \S (\d+) /.exec(readOrNothing(`/proc/${name}/stat`).replace(/.*\)/, ")"))?.[1] === `${pid}`,
  );
  return [pid, ...children.flatMap((name) => family(Number(name)))];
}

/** The numbers of its sockets. */
function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}

/** Where the processes listen: addresses as the system writes them, and paths or names of local sockets. */
function listeningOf(pids: readonly number[]): { tcp: { host: string; port: number }[]; local: string[] } {
  const own = new Set(pids.flatMap(socketsOf));
  const lines = (name: string) =>
    readFileSync(`/proc/net/${name}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/));
  const tcp = ["tcp", "tcp6"]
    .flatMap(lines)
    .filter(([, , , state, , , , , , inode = ""]) => state === "0A" && own.has(inode))
    .map(([, address = ""]) => address.split(":"))
    .map(([host = "", port = ""]) => ({ host, port: Number.parseInt(port, 16) }));
  const local = lines("unix")
    .filter(([, , , flags, , , inode = ""]) => flags === "00010000" && own.has(inode))
    .map(([, , , , , , , path = ""]) => path);
  return { tcp, local };
}

/** 127.0.0.1 as the system writes it. */
const LOOPBACK = "0100007F";

describe.skipIf(isSkipped(isLinux, "Linux"))("the ports of a running server", () => {
  const { tcp, local } = isLinux ? listeningOf(family(child.pid)) : { tcp: [], local: [] };
  const inner = tcp.find(({ port }) => port !== frontPort)?.port ?? 0;

  test("are the front door and the queue, both on this machine only", () => {
    expect(tcp.map(({ host }) => host)).toEqual([LOOPBACK, LOOPBACK]);
    expect(tcp.map(({ port }) => port)).toContain(frontPort);
    expect(local).toEqual([]);
  });

  test.each([
    ["no secret", "CONNECT {}\r\nPING\r\n"],
    ["a wrong one", `CONNECT {"auth_token":"${"0".repeat(48)}"}\r\nPING\r\n`],
    ["an empty one", `CONNECT {"auth_token":""}\r\nPING\r\n`],
    ["a name and a password", `CONNECT {"user":"scoring","pass":"scoring"}\r\nPING\r\n`],
    ["nothing said at all", "SUB > 1\r\nPING\r\n"],
    ["something to store", "PUB telemetry.logs 2\r\n{}\r\nPING\r\n"],
  ])("the queue closes a connection with %s", async (_, text) => {
    const answer = await rawAnswer(inner, [text]);
    expect(answer).toContain(`"auth_required":true`);
    expect(answer).toContain("-ERR 'Authorization Violation'");
    expect(answer).not.toMatch(/PONG|MSG|\+OK/);
  });

  test("the queue takes no request of a page for one of its own", async () => {
    const body = "CONNECT {}\r\nSUB > 1\r\n";
    const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await rawAnswer(inner, [head + body])).not.toMatch(/PONG|MSG|\+OK|HTTP\/1/);
  });

  test("the secret is in no word that starts a process, and in files of the owner only", () => {
    const configuration = readFileSync(configFileOf(streamPath(directory)), "utf8");
    const secret = /token: "(\w{48})"/.exec(configuration)?.[1] ?? "";
    expect(secret).toHaveLength(48);
    for (const pid of family(child.pid))
      for (const file of ["cmdline", "environ"])
        expect(readFileSync(`/proc/${pid}/${file}`, "utf8")).not.toContain(secret);
  });
});
