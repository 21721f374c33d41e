import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { eventually, removeFolders, type Served, startServed, unusedDirectory } from "./served.ts";
import { isSkipped } from "../skipped.ts";

afterAll(removeFolders);

interface Sending {
  /** Ids answered with 200 so far. */
  readonly acknowledged: string[];
  readonly refusals: Set<string>;
  readonly ended: Promise<unknown>;
}

/** Sends from twenty clients until the appliance is gone. */
function sendAll(served: Served, names = ""): Sending {
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  const sendFrom = async (client: number): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const id = `${names}${client} ${number}`;
      const { status, text, retryAfter } = await served.send(id);
      if (status === 200) acknowledged.push(id);
      else if (status === 0) return;
      else refusals.add(`${status} ${retryAfter} ${text}`);
    }
  };
  return {
    acknowledged,
    refusals,
    ended: Promise.all(Array.from({ length: 20 }, (_, client) => sendFrom(client))),
  };
}

async function untilBusy({ acknowledged }: Sending): Promise<void> {
  await eventually(async () => (acknowledged.length > 200 ? true : null));
}

/** Returns the server that was started to look. */
async function expectAll(directory: string, acknowledged: readonly string[]): Promise<Served> {
  const again = await startServed({ directory });
  const bodies = await eventually(async () => {
    const some = await again.read();
    const found = new Set(some);
    // some that were not acknowledged may be there before the last of these
    return acknowledged.every((id) => found.has(id)) ? some : null;
  });
  expect(new Set(bodies).size).toBe(bodies.length);
  return again;
}

/** The group to which a terminal sends Ctrl-C. */
function groupOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[2]);
}

describe("a stop by Ctrl-C", () => {
  test.skipIf(isSkipped(process.platform === "linux", "Linux"))(
    "reaches the program before its stream's server",
    async () => {
      const served = await startServed();
      expect(groupOf(served.streamPid())).not.toBe(groupOf(served.pid));
      served.signal("SIGINT");
      expect(await served.exited).toBe(0);
      expect(served.log()).not.toContain('"level":"warning"');
    },
  );
});

describe("a stop while the stream's server still starts", () => {
  test("ends with 0 without waiting for it, and leaves none behind", async () => {
    const directory = unusedDirectory();
    const command = [...programCommand(null), "serve", "--data-dir", directory, "--listen", "127.0.0.1:0"];
    const child = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
    const server = await eventually(async () => serverIn(directory));
    process.kill(server, "SIGSTOP");
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    await eventually(async () => (isGone(server) ? true : null));
    const again = await startServed({ directory });
    await again.deliver("after");
    await again.end();
  });
});

function serverIn(directory: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(directory, "nats/nats.pid"), "utf8"), 10) || null;
  } catch {
    return null;
  }
}

function isGone(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}

describe("a stop under load", () => {
  test("drains what is under way, ends with 0, or at once when asked twice, and loses nothing acknowledged", async () => {
    const served = await startServed();
    const sending = sendAll(served);
    await untilBusy(sending);
    served.signal("SIGTERM");
    expect(await served.exited).toBe(0);
    await sending.ended;
    // the stream of a busy machine may have been late before
    for (const refusal of sending.refusals)
      expect(refusal).toMatch(/^503 5 .*(The server is stopping|The message stream does not answer)/);

    const again = await expectAll(served.directory, sending.acknowledged);
    const next = sendAll(again, "again ");
    await untilBusy(next);
    again.signal("SIGTERM");
    again.signal("SIGTERM");
    expect([0, 1]).toContain(await again.exited);
    await next.ended;
    const last = await expectAll(again.directory, [...sending.acknowledged, ...next.acknowledged]);
    await last.end();
  });
});
