import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { Gathering } from "../../src/stream/gathering.ts";

let launched = 0;
let gathering: Gathering;
beforeEach(() => {
  jest.useFakeTimers();
  launched = 0;
  gathering = new Gathering(() => (launched += 1));
});
afterEach(() => jest.useRealTimers());

/** As many senders as are asked for, each of whom sends when it is answered; returns how often they waited. */
function sendWhenAnswered(senders: number, times: number): number {
  let waited = 0;
  for (let sent = 0; sent < times; sent += 1) {
    for (let requests = 1; requests <= senders; requests += 1) gathering.wait(requests);
    if (gathering.isOn) waited += 1;
    jest.advanceTimersByTime(100);
  }
  return waited;
}

/** Requests until one waits, and another one a while later. */
function join(): void {
  while (!gathering.isOn) gathering.wait(1);
  jest.advanceTimersByTime(60);
  gathering.wait(2);
}

describe("requests", () => {
  test("wait for nobody at first", () => {
    gathering.wait(1);
    expect(launched).toBe(1);
  });

  test.each([1, 4])("rarely wait where %d senders wait for answers, and all are launched", (senders) => {
    expect(sendWhenAnswered(senders, 1_000)).toBeLessThanOrEqual((1_000 * senders) / 64);
    expect(launched).toBeGreaterThanOrEqual(1_000);
    expect(gathering.isOn).toBe(false);
  });

  test("travel together while others come on their own", () => {
    join();
    const before = launched;
    jest.advanceTimersByTime(39);
    expect(launched).toBe(before);
    jest.advanceTimersByTime(1);
    expect(launched).toBe(before + 1);
    gathering.wait(1);
    expect(gathering.isOn).toBe(true);
  });

  test("wait no longer once there are eight", () => {
    join();
    const before = launched;
    gathering.wait(8);
    expect(launched).toBe(before + 1);
    expect(gathering.isOn).toBe(false);
  });

  test("wait no longer when the program stops", () => {
    join();
    const before = launched;
    gathering.end();
    gathering.end();
    expect(launched).toBe(before + 1);
  });
});
