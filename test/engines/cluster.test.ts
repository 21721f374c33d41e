/** Connections to a cluster through each of its doors. */
import { describe, expect, test } from "bun:test";
import { connectTo, whyUnreachable } from "../../src/stream/connection.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { startCluster } from "./cluster.ts";
import type { ClusterDoor } from "./cluster-doors.ts";

/** Each with another fault. */
const DOORS: readonly [ClusterDoor, string][] = [
  ["password", "Authorization"],
  ["credentials", "Authorization"],
  ["tls", "certificate"],
];

describe("a connection to a cluster", () => {
  test.concurrent.each(DOORS)(
    "opens the door %p with what it asks for, and not without",
    async (door, reason) => {
      const cluster = await startCluster(door);
      try {
        const { address } = cluster;
        const connection = await connectTo(address, "test");
        expect((await connection.manager.getAccountInfo()).streams).toBe(0);
        await connection.close();
        expect(await whyUnreachable(address)).toBeNull();
        const without = await whyUnreachable({ ...address, credentials: null, ca: null });
        expect(String(without)).toContain(reason);
      } finally {
        await cluster.stop();
      }
    },
    MINUTE,
  );
});
