import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AcknowledgedNote, readAcknowledged } from "../../src/stream/acknowledged.ts";
import type { Totals } from "../../src/stream/message.ts";
import { createLog } from "../../src/vocabulary/log.ts";

let directory = "";
let path = "";
let logged: string[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "acknowledged-"));
  path = join(directory, "acknowledged.json");
  logged = [];
});

afterEach(() => rmSync(directory, { recursive: true }));

function open(published: Totals): AcknowledgedNote {
  const log = createLog("json", (line) => void logged.push(line));
  return AcknowledgedNote.open(path, published, { clock: () => 7, log });
}

const requests = (frames: number): Totals => ({ frames, records: 10 * frames });

describe("the note of what was acknowledged", () => {
  test("that is made of zeros begins anew and says so", async () => {
    writeFileSync(path, Buffer.alloc(256));
    expect(readAcknowledged(path)).toBe("unreadable");
    await open(requests(4)).close();
    expect(readAcknowledged(path)).toMatchObject({ acknowledged: requests(4), lost: requests(0) });
    expect(logged.join()).toContain("cannot be read");
  });

  test("is written before it is closed or synced, so that a killed process leaves it true", async () => {
    const note = open(requests(0));
    note.add(requests(3));
    note.add(requests(2));
    expect(readAcknowledged(path)).toMatchObject({ acknowledged: requests(5), lostAt: null });
    await note.close();
  });

  test("takes over what was stored although its acknowledgement never came", async () => {
    const note = open(requests(0));
    note.add(requests(3));
    note.agree(requests(4));
    expect(note.now).toEqual({ acknowledged: requests(4), lost: requests(0), lostAt: null });
    await note.close();
  });

  test("counts every loss once, also a second one behind the first", async () => {
    const note = open(requests(0));
    note.add(requests(10));
    note.agree(requests(6));
    note.agree(requests(6));
    expect(note.now).toEqual({ acknowledged: requests(10), lost: requests(4), lostAt: 7 });
    await note.close();

    const next = open(requests(6));
    next.agree(requests(6));
    next.add(requests(5));
    next.agree(requests(9));
    expect(next.now).toEqual({ acknowledged: requests(15), lost: requests(6), lostAt: 7 });
    expect(logged.filter((line) => line.includes("the stream lost"))).toHaveLength(2);
    await next.close();
  });
});
