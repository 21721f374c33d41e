/** What a client's byte-identical retry has in common with the request that it repeats. */
import type { StreamRequest } from "../stream/request.ts";

const HALVES = [0x5eed_0001n, 0x5eed_0002n];

/** 128 bits in hex: two 64-bit hashes of the body, each seeded by one of who sent it and where to. */
export function hashOfRequest({ header, body }: StreamRequest): string {
  const sender = [header.organization, header.key, header.path].join("\u001f");
  return HALVES.map((seed) => Bun.hash.xxHash3(body, Bun.hash.xxHash64(sender, seed)))
    .map((half) => half.toString(16).padStart(16, "0"))
    .join("");
}
