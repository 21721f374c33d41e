/** An import that somebody ends: what the server has taken is noted, and nothing is sent twice. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandFailure } from "../../../src/cli/command.ts";
import { importFiles } from "../../../src/cli/import/import-files.ts";
import type { Database } from "../../../src/database/open.ts";
import { openStore } from "../../metrics/stored-rows.ts";

const LINES = Array.from({ length: 50 }, (_, number) => JSON.stringify({ resourceLogs: [], number }));

let folder: string;
let path: string;
let database: Database;
let organization: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ended-import-"));
  path = join(folder, "lines.json");
  writeFileSync(path, `${LINES.join("\n")}\n`);
  ({ database, organization } = await openStore());
});
afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

function importing(url: string, ending = new AbortController()) {
  const door = { url, key: "key", isOwn: true, stopping: ending.signal, wait: () => Promise.resolve() };
  return importFiles([path], { database, organization, door, longestLine: 10_000, report: () => {} });
}

test("goes on where it ended, and sends every line once", async () => {
  const ending = new AbortController();
  const heard: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      heard.push(await request.text());
      if (heard.length === 10) ending.abort();
      return Response.json({});
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  await expect(importing(url, ending)).rejects.toThrow(CommandFailure);
  expect(heard.length).toBeLessThan(LINES.length);
  const imported = await importing(url);
  expect(imported.lines + imported.known).toBe(LINES.length);
  expect(heard.toSorted()).toEqual(LINES.toSorted());
  await server.stop(true);
});

test("waits no longer for a server that takes nothing now", async () => {
  const ending = new AbortController();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      ending.abort();
      return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    },
  });
  await expect(importing(`http://127.0.0.1:${server.port}`, ending)).rejects.toThrow(
    "ended before everything was imported; run it again: it goes on where it ended",
  );
  await server.stop(true);
});
