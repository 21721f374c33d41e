import { describe, expect, test } from "bun:test";
import { decodeMessage, finishMessage } from "../../src/stream/message.ts";
import { Parcel } from "../../src/stream/parcel.ts";
import type { StreamRequest } from "../../src/stream/request.ts";
import { frameOf } from "./frames.ts";

function parcelOf(requests: readonly [StreamRequest, ...StreamRequest[]]): Parcel {
  const parcel = new Parcel(requests[0]);
  for (const request of requests) parcel.add(request);
  return parcel;
}

async function requestsIn(parcel: Parcel): Promise<StreamRequest[]> {
  const totals = { frames: 0, records: 0 };
  const message = await decodeMessage(finishMessage(await parcel.pack(), { publisher: "p", totals }));
  if (!message.ok) throw new Error(message.problem.reason);
  return message.value.requests;
}

describe("a parcel", () => {
  test("holds requests as they came, whatever their letters", async () => {
    const requests = [frameOf("one"), frameOf("zwölf 🐢"), frameOf("")] as const;
    expect(await requestsIn(parcelOf([...requests]))).toEqual([...requests]);
  });

  test("leaves out the requests that were dropped", async () => {
    const parcel = parcelOf([frameOf("late"), frameOf("later"), frameOf("in time")]);
    parcel.drop(2);
    expect(parcel.bytes).toBe(Buffer.byteLength("in time"));
    expect(await requestsIn(parcel)).toEqual([frameOf("in time")]);
  });

  test("has room for others up to 2 MiB, and takes a larger one without them", async () => {
    const half = frameOf("h".repeat(1024 * 1024));
    const parcel = parcelOf([half, half]);
    expect(parcel.hasRoomFor(frameOf("."))).toBe(false);
    expect(await requestsIn(parcel)).toEqual([half, half]);
    const large = frameOf("l".repeat(5 * 1024 * 1024));
    expect(await requestsIn(parcelOf([large]))).toEqual([large]);
  });

  test("holds requests of which more is known than their bodies say", async () => {
    const { header } = frameOf("short");
    const known = { ...header, sessions: ["s".repeat(1024 * 1024)] };
    expect(await requestsIn(parcelOf([{ header: known, body: "short" }]))).toEqual([
      { header: known, body: "short" },
    ]);
  });
});
