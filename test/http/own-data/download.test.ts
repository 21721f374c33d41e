import { describe, expect, test } from "bun:test";
import { downloadOf } from "../../../src/http/own-data/download.ts";
import { eventually } from "../../eventually.ts";

/** Bytes without an end, and whether anybody still reads them. */
function endless() {
  const state = { read: 0, isLeft: false };
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        state.read += 1;
        yield new Uint8Array(10);
      }
    } finally {
      state.isLeft = true;
    }
  }
  return { state, bytes: bytes() };
}

function download(bytes: AsyncIterable<Uint8Array>, more: { patience?: number; fails?: number } = {}) {
  const heard = { cut: 0, over: 0, checks: 0 };
  const { fails = Number.POSITIVE_INFINITY, ...patience } = more;
  const stream = downloadOf({
    bytes,
    check: async () => {
      heard.checks += 1;
      if (heard.checks > fails) throw new Error("revoked");
    },
    cut: () => void (heard.cut += 1),
    over: () => void (heard.over += 1),
    ...patience,
  });
  return { heard, reader: stream.getReader() };
}

describe("a download", () => {
  test("reads no further than its client takes", async () => {
    const { state, bytes } = endless();
    const { reader } = download(bytes);
    for (let time = 0; time < 5; time += 1) await reader.read();
    for (let turn = 0; turn < 100; turn += 1) await Bun.sleep(0);
    expect(state.read).toBeLessThan(8);
    await reader.cancel();
  });

  test("is over once when the client leaves", async () => {
    const { state, bytes } = endless();
    const { heard, reader } = download(bytes);
    await reader.read();
    await reader.cancel();
    await eventually(async () => state.isLeft);
    expect(heard).toMatchObject({ cut: 0, over: 1 });
  });

  test("is cut where the client takes nothing for too long", async () => {
    const { state, bytes } = endless();
    const { heard, reader } = download(bytes, { patience: 20 });
    await reader.read();
    await eventually(async () => heard.cut === 1 && state.isLeft);
    expect(heard.over).toBe(1);
  });

  test("fails where it may not go on, and leaves what it reads", async () => {
    const { state, bytes } = endless();
    const { heard, reader } = download(bytes, { fails: 2 });
    const reading = async () => {
      for (;;) await reader.read();
    };
    expect(await reading().catch((error: Error) => error.message)).toBe("revoked");
    await eventually(async () => state.isLeft);
    expect(heard).toMatchObject({ cut: 0, over: 1 });
  });

  test("ends with its bytes", async () => {
    const whole = (async function* () {
      yield new Uint8Array([1]);
      yield new Uint8Array([2]);
    })();
    const { heard, reader } = download(whole);
    const read: number[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read()) read.push(...part.value);
    expect([read, heard.over, heard.cut]).toEqual([[1, 2], 1, 0]);
  });
});
