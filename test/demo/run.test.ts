/** The whole program: `scoring demo` as a process, from an empty folder to scores and back to an empty folder. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatScores } from "../../src/cli/score-table.ts";
import { describeDemo } from "../../src/cli/demo/report.ts";
import type { ShownDemo } from "../../src/demo/run.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const PATIENCE_MS = 120_000;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function startDemo(flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "demo-test-"));
  folders.push(folder);
  const begun = entryMade(folder);
  const child = Bun.spawn([process.execPath, MAIN, "demo", ...flags], {
    cwd: folder,
    env: { PATH: Bun.env["PATH"] ?? "", TMPDIR: folder },
    stdout: "pipe",
    stderr: "pipe",
  });
  return { child, folder, begun };
}

/** Resolves when the first file or folder in it is made. */
function entryMade(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, () => {
    watcher.close();
    resolve();
  });
  return promise;
}

/** Reads until the one document is whole; the process goes on. */
async function readDocument(stream: ReadableStream<Uint8Array>): Promise<ShownDemo> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    if (text.endsWith("\n}\n")) return JSON.parse(text);
  }
  throw new Error(`the demo ended with: ${text}`);
}

describe("the demo", () => {
  test.each(["SIGINT", "SIGHUP"] as const)(
    "leaves nothing behind when it is told to stop by %s",
    async (signal) => {
      const { child, folder, begun } = startDemo([]);
      await Promise.race([begun, child.exited]);
      child.kill(signal);
      expect(await child.exited).toBe(1);
      expect(await child.stderr.text()).toContain("interrupted");
      expect(readdirSync(folder)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    "scores the developers, answers while it is kept, and is gone after Ctrl-C",
    async () => {
      const { child, folder } = startDemo(["--keep", "--json"]);
      const shown = await readDocument(child.stdout);
      expect(shown.sample).toBe(true);
      const scored = shown.scores.filter(
        ({ speed, skill, efficiency }) => ![speed, skill, efficiency].includes(null),
      );
      expect(scored.length).toBeGreaterThanOrEqual(6);
      expect(rowOf(shown, "Hana Sato").state).toBe("learning");
      expect(rowOf(shown, "Goran Petrov").missing?.reasons).toContainEqual(
        expect.objectContaining({ input: "skill", reason: "text_withheld" }),
      );
      expect(describeDemo(shown)).toContain(formatScores(shown.scores));

      const { url, key } = shown.kept ?? { url: "", key: "" };
      const answer = await fetch(`${url}/scoring/scores`, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(200);

      child.kill("SIGINT");
      expect(await child.exited).toBe(0);
      expect(await child.stderr.text()).toBe("");
      expect(readdirSync(folder)).toEqual([]);
    },
    PATIENCE_MS,
  );
});

function rowOf(shown: ShownDemo, name: string) {
  const row = shown.scores.find(({ developer }) => developer.name === name);
  if (row === undefined) throw new Error(`no row of ${name}`);
  return row;
}
