import { describe, expect, test } from "bun:test";
import { changesBy } from "../../../src/answers/changes.ts";
import { recordFailedSignIns } from "../../../src/http/audit/failed-sign-ins.ts";
import { noteClient } from "../../../src/http/sign-in/client.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";

function counting() {
  const recorded: string[] = [];
  let now = 10 * MINUTE;
  const changes = changesBy((_, asked) => {
    recorded.push((asked as { address: string }).address);
    return Promise.resolve(undefined as never);
  });
  const failed = recordFailedSignIns({ clock: () => now, changes: () => changes });
  return {
    recorded,
    later: (duration: number) => void (now += duration),
    note: (address: string) => failed.note(requestFrom(address)),
  };
}

function requestFrom(address: string): Request {
  const request = new Request("http://localhost/v1/session");
  noteClient(request, { address, isThisMachine: false });
  return request;
}

describe("sign-ins that failed", () => {
  test("are recorded once for each address and minute", async () => {
    const { recorded, later, note } = counting();
    for (const address of ["a", "a", "b", "a"]) await note(address);
    later(MINUTE);
    await note("a");
    expect(recorded).toEqual(["a", "b", "a"]);
  });

  test("fill no log, from however many addresses they come", async () => {
    const { recorded, later, note } = counting();
    for (let count = 0; count < 1_000; count += 1) await note(`address ${count}`);
    expect(recorded).toHaveLength(60);
    later(MINUTE);
    await note("another");
    expect(recorded).toHaveLength(61);
  });

  test("are refused also where they cannot be recorded", async () => {
    const changes = changesBy(() => Promise.reject(new Error("the engine is away")));
    const failed = recordFailedSignIns({ clock: () => MINUTE, changes: () => changes });
    await failed.note(requestFrom("a"));
  });
});
