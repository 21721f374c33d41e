/**
 * Gathers the requests of one message.
 *
 * Their bodies are copied on arrival into memory that is used again. As texts they would wait for the acknowledgement
 * on the garbage collector's heap, outlive its short collections and make it do long ones.
 */
import type { Bytes } from "../vocabulary/units.ts";
import { lineOf, type PackedFrames, packFrames } from "./message.ts";
import type { RequestHeader, StreamRequest } from "./request.ts";

/** Bodies that share one message; a larger one has a message of its own. Half of it takes a tenth more of this thread's time. */
const MESSAGE_BYTES: Bytes = 2 * 1024 * 1024;
/** Free in front of the bodies, for what is known of them; more of it than this is copied with them. */
const HEADROOM: Bytes = 256 * 1024;
/** For two messages under way, one that gathers and one more: new memory costs more in page faults than copying into it. */
const MOST_SPARE = 4;

const spare: Buffer[] = [];

/** Requests that wait for their message, in the order they came. */
export class Parcel {
  readonly headers: RequestHeader[] = [];
  /** Of all bodies. */
  bytes: Bytes = 0;
  private readonly memory: Buffer;
  private begin = HEADROOM;
  private end = HEADROOM;

  /** @param first - The request that will be added first. */
  constructor({ header }: StreamRequest) {
    const usual = header.bytes <= MESSAGE_BYTES;
    this.memory =
      (usual ? spare.pop() : undefined) ??
      Buffer.allocUnsafeSlow(HEADROOM + Math.max(header.bytes, MESSAGE_BYTES));
  }

  hasRoomFor({ header }: StreamRequest): boolean {
    return this.bytes + header.bytes <= MESSAGE_BYTES;
  }

  add({ header, body }: StreamRequest): void {
    this.headers.push(header);
    this.bytes += header.bytes;
    this.end += this.memory.write(body, this.end, "utf8");
  }

  /** Takes out the requests that came first. */
  drop(count: number): void {
    for (const { bytes } of this.headers.splice(0, count)) {
      this.bytes -= bytes;
      this.begin += bytes;
    }
    if (this.headers.length === 0) this.giveBack();
  }

  /** Packs them, once. */
  async pack(): Promise<PackedFrames> {
    try {
      return await packFrames(this.headers, this.behind(lineOf(this.headers)));
    } finally {
      this.giveBack();
    }
  }

  private behind(line: string): Buffer {
    const from = this.begin - Buffer.byteLength(line);
    if (from < 0) return Buffer.concat([Buffer.from(line), this.memory.subarray(this.begin, this.end)]);
    this.memory.write(line, from, "utf8");
    return this.memory.subarray(from, this.end);
  }

  private giveBack(): void {
    const isUsual = this.memory.length === HEADROOM + MESSAGE_BYTES;
    if (isUsual && spare.length < MOST_SPARE) spare.push(this.memory);
  }
}
