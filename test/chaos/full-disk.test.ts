import { afterAll, describe, expect, test } from "bun:test";
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readOutages } from "../../src/appliance/outages.ts";
import {
  eventually,
  refusalOf,
  removeFolders,
  type Served,
  startServed,
  unusedDirectory,
  whyNoNamespaces,
} from "./served.ts";
import { isSkipped } from "../skipped.ts";

afterAll(removeFolders);

const MIB = 1024 * 1024;
const CHUNK = new Uint8Array(64 * 1024);
const SMALL_DISK = 'mkdir -p "$DATA"; mount -t tmpfs -o size=48m none "$DATA"';

const obstacle = whyNoNamespaces();

/** Leaves so much free. */
function fill({ inside }: Served, leave: number): void {
  const { bavail, bsize } = statfsSync(inside);
  const ballast = openSync(join(inside, "ballast"), "w");
  try {
    for (let left = bavail * bsize - leave; left > 0; left -= CHUNK.length) writeSync(ballast, CHUNK);
  } catch {} // the appliance takes of the same room
  closeSync(ballast);
}

function empty({ inside }: Served): void {
  rmSync(join(inside, "ballast"));
}

describe.skipIf(isSkipped(obstacle === null, obstacle ?? ""))("a disk that becomes full", () => {
  test("without a floor is 503 as well; freed, nothing acknowledged is lost and no hands are needed", async () => {
    const served = await startServed({ inNamespace: SMALL_DISK });
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    async function sendSome(name: string): Promise<void> {
      for (let number = 0; number < 20; number += 1) {
        const id = `${name} ${number} ${"x".repeat(10_000)}`;
        const { status } = await served.send(id);
        statuses.add(status);
        if (status === 200) acknowledged.push(id);
      }
    }
    await sendSome("before");
    fill(served, 0);
    await sendSome("meanwhile");
    expect(statuses).toContain(503);
    empty(served);
    await served.deliver("freed");
    await sendSome("after");
    await served.holds(acknowledged);
    await eventually(async () => ((await served.isReady()) ? true : null));
    expect([...statuses].toSorted()).toEqual([200, 503]);
    await served.end();
  });
});

/** How often the log has the words. */
const times = ({ log }: Served, words: string) => log().split(words).length - 1;

describe.skipIf(isSkipped(obstacle === null, obstacle ?? ""))(
  "a disk that is full already when serve starts",
  () => {
    test("is reported at once, and once when it has room again; full again, it refuses early and with the reason", async () => {
      const served = await startServed({
        inNamespace: `${SMALL_DISK}; head -c 40m /dev/zero > "$DATA/ballast"`,
        isFromSource: true,
        environment: { SCORING_DISK_FLOOR_BYTES: String(16 * MIB) },
      });
      expect(times(served, "the disk is full: telemetry is refused with 503")).toBe(1);
      expect(times(served, '"floor":"16 MiB"')).toBe(1);
      expect((await served.send("refused")).status).toBe(503);
      expect(await served.complaintOf("disk")).toBe("less than the floor is free on the disk");
      empty(served);
      await served.deliver("taken");
      expect(times(served, "the disk has room again; telemetry is taken")).toBe(1);
      expect(times(served, "the disk is full")).toBe(1);

      fill(served, 8 * MIB);
      const refused = await eventually(async () => {
        const sent = await served.send("meanwhile");
        return sent.status === 200 ? null : sent;
      });
      expect(refused).toMatchObject({ status: 503, retryAfter: "5" });
      expect(refused.text).toContain("the disk is nearly full; send it again later");
      expect(await served.complaintOf("disk")).toBe("less than the floor is free on the disk");
      empty(served);
      await served.deliver("after");
      await served.holds(["taken", "after"]);
      await eventually(async () => ((await served.isReady()) ? true : null));
      // what was refused may be lost, so that time is nobody's
      await eventually(async () =>
        readOutages(served.inside).some(({ why }) => why === "full") ? true : null,
      );
      await served.end();
    });

    test("to the last byte keeps it from starting, which names the disk and what to do", async () => {
      const directory = unusedDirectory();
      const refusal = await refusalOf({
        directory,
        inNamespace: `${SMALL_DISK}; cat /dev/zero > "$DATA/ballast" 2>/dev/null || true`,
      });
      expect(refusal).toContain(`the disk of ${directory} is full; make room and try again`);
    });
  },
);
