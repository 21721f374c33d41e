import { expect, test } from "bun:test";
import { sayArrivals } from "../../../src/appliance/observe/say-arrivals.ts";
import { createLog } from "../../../src/vocabulary/log.ts";

test("the log names each agent once, when its first records were examined, and none that is not known", () => {
  const lines: string[] = [];
  const say = sayArrivals(createLog("json", (line) => void lines.push(line)));
  say({ agents: new Set(["codex", "other"]) });
  say({ agents: new Set(["codex", "opencode"]) });
  expect(lines.map((line) => JSON.parse(line).message)).toEqual([
    "receiving from codex",
    "receiving from opencode",
  ]);
});
