/** Bodies of API requests that are too long or no JSON. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Door, openDoor } from "./open-door.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.server.stop(100));

const LONG = JSON.stringify({ note: "x".repeat(1024 * 1024) });

function put(body: string | ReadableStream): Promise<Response> {
  return door.get("/scoring/baselines", door.keys.admin, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
}

describe("a body of an API request", () => {
  test.each([
    ["announced", () => LONG],
    ["in pieces", () => new Blob([LONG]).stream()],
  ])("that is too long is 413 with the limit, %s", async (_, body) => {
    const response = await put(body());
    expect(response.status).toBe(413);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("1048576 bytes") });
  });

  test("that is not JSON is 400", async () => {
    const response = await put("{");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("not JSON") });
  });
});
