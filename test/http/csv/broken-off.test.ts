/** A file whose later page cannot be read ends in an error, never as if it were whole. */
import { afterAll, describe, expect, test } from "bun:test";
import type { ApiQueries } from "../../../src/answers/queries.ts";
import { type Door, openDoor } from "../open-door.ts";

const doors: Door[] = [];
afterAll(() => Promise.all(doors.map(({ server }) => server.stop(0))));

async function openWith(listMetrics: ApiQueries["listMetrics"], changes = {}): Promise<Door> {
  const door = await openDoor({ queries: { listMetrics }, ...changes });
  doors.push(door);
  return door;
}

const breaksOff = (answer: Response): Promise<boolean> =>
  answer.text().then(
    () => false,
    () => true,
  );

const NEXT = { startedAt: 1, subSessionId: "a" };
const CSV = { headers: { accept: "text/csv" } };

describe("a file of metrics", () => {
  test("breaks off where a page fails", async () => {
    let pages = 0;
    const door = await openWith(async () => {
      pages += 1;
      if (pages > 2) throw new Error("broken");
      return { metrics: [], total: 0, next: NEXT };
    });
    const answer = await door.get("/scoring/metrics", door.keys.admin, CSV);
    expect(answer.status).toBe(200);
    expect(await breaksOff(answer)).toBe(true);
    expect(door.log.join()).toContain("broken");
  });

  test("breaks off when its key is revoked", async () => {
    const door = await openWith(async () => ({ metrics: [], total: 0, next: NEXT }));
    const answer = await door.get("/scoring/metrics", door.keys.member, CSV);
    await door.revoke(door.keys.member);
    expect(await breaksOff(answer)).toBe(true);
  });

  test("counts as one request, and asks for the largest pages after the first", async () => {
    const limits: number[] = [];
    const door = await openWith(
      async ({ limit }) => {
        limits.push(limit);
        return { metrics: [], total: 0, next: limits.length < 4 ? NEXT : null };
      },
      { requestsPerMinute: 1 },
    );
    const answer = await door.get("/scoring/metrics?limit=2", door.keys.admin, CSV);
    expect((await answer.text()).split("\r\n")).toHaveLength(2);
    expect(limits).toEqual([2, 500, 500, 500]);
  });
});
