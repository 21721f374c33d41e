import { describe, expect, test } from "bun:test";
import { HashRing } from "../../src/writer/hash-ring.ts";

describe("a ring of hashes", () => {
  test("finds what a map finds, while many are added, added again and forgotten", () => {
    const ring = new HashRing();
    const expected = new Map<string, number>();
    const added: string[] = [];
    let forgotten = 0;
    const forget = () => {
      const hash = added[forgotten] ?? "";
      if (expected.get(hash) === forgotten) expected.delete(hash);
      ring.forgetOldest();
      forgotten += 1;
    };
    for (let number = 0; number < 20_000; number += 1) {
      const hash = hashOf(number % 7 === 0 ? number >> 1 : number);
      ring.add(hash, { arrivedAt: number, addedAt: -number });
      expected.set(hash, number);
      added.push(hash);
      if (number % 3 === 0) forget();
    }
    expect(found(ring, added)).toEqual(added.map((hash) => expected.get(hash) ?? null));
    while (ring.oldest !== null && ring.oldest < 19_900) forget();
    expect(found(ring, added)).toEqual(added.map((hash) => expected.get(hash) ?? null));
  });

  test("reports the times of what it holds, and which is the oldest", () => {
    const ring = new HashRing();
    ring.add(hashOf(1), { arrivedAt: 10, addedAt: 1 });
    ring.add(hashOf(2), { arrivedAt: 20, addedAt: 2 });
    ring.forgetOldest();
    const { oldest } = ring;
    expect(oldest).toBe(ring.find(hashOf(2)));
    expect(ring.timesOf(oldest ?? -1)).toEqual({ arrivedAt: 20, addedAt: 2 });
    ring.forgetOldest();
    expect(ring.oldest).toBeNull();
  });

  test("distinguishes hashes that differ in one word only", () => {
    const ring = new HashRing();
    const hashes = [0, 8, 16, 24].map((at) => `${"0".repeat(at)}f${"0".repeat(31 - at)}`);
    for (const [index, hash] of hashes.entries()) ring.add(hash, { arrivedAt: index, addedAt: index });
    expect(found(ring, hashes)).toEqual([0, 1, 2, 3]);
    expect(ring.find("0".repeat(32))).toBeNull();
  });
});

function found(ring: HashRing, hashes: readonly string[]): (number | null)[] {
  return hashes.map((hash) => ring.find(hash));
}

function hashOf(number: number): string {
  return new Bun.CryptoHasher("md5").update(String(number)).digest("hex");
}
