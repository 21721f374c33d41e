import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codexHistory } from "../../src/history/codex/source.ts";
import { type HistoryImport, importHistory } from "../../src/history/import-history.ts";
import { Progress } from "../../src/history/progress.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { filesOf, homeWith, withText } from "./homes.ts";

const redactor = createRedactor(SETTINGS.parse({}));

/** What an import of a home works with, as one run after the other finds it. */
function runsOf(home: string) {
  const path = join(mkdtempSync(join(tmpdir(), "state-")), "progress.json");
  return (send: HistoryImport["send"]): HistoryImport => ({
    home: { folder: home, environment: {} },
    since: null,
    progress: Progress.open(path),
    redactor,
    send,
    report: () => {},
  });
}

const idsIn = (body: string) =>
  [...body.matchAll(/"scoring\.record\.id","value":\{"stringValue":"(\w+)"/g)].map(([, id = ""]) => id);

test("an import that was broken off goes on, and sends each record once", async () => {
  const home = homeWith("codex-tui-edit-compact");
  const thread = "01a20075-ebd7-7eb1-bcfa-20cf2a3a8e73";
  const path = filesOf(codexHistory, home)[0]?.path ?? "";
  for (let copy = 1; copy < 10; copy += 1) {
    const other = thread.replace(/^.{8}/, String(copy).padStart(8, "0"));
    writeFileSync(path.replace(thread, other), readFileSync(path, "utf8").replaceAll(thread, other));
  }
  const parts = runsOf(home);
  const sent: string[] = [];
  const breaking = importHistory(
    codexHistory,
    parts(async (body) => {
      if (sent.length > 0) throw new Error("the server is gone");
      sent.push(...idsIn(body));
    }),
  );
  await expect(breaking).rejects.toThrow("the server is gone");
  expect(sent).toHaveLength(500);
  const totals = await importHistory(
    codexHistory,
    parts(async (body) => void sent.push(...idsIn(body))),
  );
  expect(totals.records).toBe(sent.length - 500);
  expect(new Set(sent).size).toBe(sent.length);
  expect(await importHistory(codexHistory, parts(null))).toMatchObject({ records: 0, unchanged: 11 });
});

test("what is sent holds no secret", async () => {
  const home = homeWith("codex-tui-edit-compact");
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const path = filesOf(codexHistory, home)[0]?.path ?? "";
  const typed = withText(home, path, (text) =>
    text.replaceAll("Fix the bug in calc.js.", `Use ${secret} to fix it.`),
  );
  const bodies: string[] = [];
  await importHistory(
    codexHistory,
    runsOf(typed)(async (body) => void bodies.push(body)),
  );
  expect(bodies.join("")).toContain("[redacted:");
  expect(bodies.join("")).not.toContain(secret);
});

test("of a file of broken lines the first are named, and that there are more", async () => {
  const home = homeWith("codex-tui-edit-compact");
  const path = filesOf(codexHistory, home)[0]?.path ?? "";
  const broken = withText(home, path, (text) => text + "{broken\n".repeat(5_000));
  const { leftOut, prompts } = await importHistory(codexHistory, runsOf(broken)(null));
  expect(prompts).toBe(14);
  expect(leftOut).toHaveLength(21);
  expect(leftOut.at(-1)?.reason).toBe("more of its lines");
});
