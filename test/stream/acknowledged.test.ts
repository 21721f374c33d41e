import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AcknowledgedFile, readAcknowledged } from "../../src/stream/acknowledged.ts";
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

function open(): AcknowledgedFile {
  const log = createLog("json", (line) => void logged.push(line));
  return AcknowledgedFile.open(path, { clock: () => 7, log });
}

const requests = (frames: number): Totals => ({ frames, records: 10 * frames });

describe("the note of what was acknowledged", () => {
  test("that is made of zeros begins anew and says so", async () => {
    writeFileSync(path, Buffer.alloc(256));
    expect(readAcknowledged(path)).toBe("unreadable");
    await open().close();
    expect(readAcknowledged(path)).toEqual({ acknowledged: new Map(), lost: requests(0), lostAt: null });
    expect(logged.join()).toContain("cannot be read");
  });

  test("is written before an acknowledgement is passed on, so that a killed process leaves it true", async () => {
    const note = open();
    await note.acknowledge("one", requests(3));
    expect(readAcknowledged(path)).toMatchObject({ acknowledged: new Map([["one", requests(3)]]) });
    const others = [note.acknowledge("other", requests(1)), note.acknowledge("one", requests(4))];
    await note.acknowledge("one", requests(5));
    const acknowledged = new Map([
      ["one", requests(5)],
      ["other", requests(1)],
    ]);
    expect(readAcknowledged(path)).toEqual({ acknowledged, lost: requests(0), lostAt: null });
    await Promise.all(others);
    await note.close();
  });

  test("finds no loss where more was stored than acknowledged", async () => {
    const note = open();
    void note.acknowledge("one", requests(3));
    note.compare("one", requests(4));
    note.compare("never heard of", requests(4));
    expect(note.now).toMatchObject({ lost: requests(0), lostAt: null });
    expect(logged).toEqual([]);
    await note.close();
  });

  test("counts every loss once, also a second one behind the first", async () => {
    const note = open();
    void note.acknowledge("one", requests(10));
    note.compare("one", requests(6));
    note.compare("one", requests(6));
    const acknowledged = new Map([["one", requests(6)]]);
    expect(note.now).toEqual({ acknowledged, lost: requests(4), lostAt: 7 });
    await note.close();

    const next = open();
    next.compare("one", requests(6));
    void next.acknowledge("two", requests(5));
    next.compare("two", requests(3));
    next.forget("one");
    expect(next.now).toEqual({
      acknowledged: new Map([["two", requests(3)]]),
      lost: requests(6),
      lostAt: 7,
    });
    expect(logged.filter((line) => line.includes("the stream lost"))).toHaveLength(2);
    await next.close();
  });

  test("does not let one publisher's unanswered messages make up for the loss of another", async () => {
    const note = open();
    void note.acknowledge("one", requests(3));
    void note.acknowledge("other", requests(3));
    note.compare("one", requests(5));
    note.compare("other", requests(1));
    expect(note.now.lost).toEqual(requests(2));
    await note.close();
  });

  test("can be read after it was longer for a while", async () => {
    const note = open();
    const names = Array.from({ length: 200 }, (_, number) => `publisher-${number}`);
    for (const name of names) void note.acknowledge(name, requests(1));
    for (const name of names.slice(1)) note.forget(name);
    const short = { acknowledged: new Map([["publisher-0", requests(1)]]) };
    expect(readAcknowledged(path)).toMatchObject(short);
    await note.close();
    await open().close();
    expect(readAcknowledged(path)).toMatchObject(short);
  });
});
