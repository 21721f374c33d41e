import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginFiles } from "../../../embedded/plugin/asset.ts";
import { readText } from "../../sources.ts";
import { run } from "../in-process.ts";

const root = mkdtempSync(join(tmpdir(), "export-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("scoring plugin export", () => {
  test("refuses a folder with other files, and changes nothing in it", async () => {
    const folder = join(root, "other");
    mkdirSync(folder);
    writeFileSync(join(folder, "notes.txt"), "mine");
    const { code, err } = await run(["plugin", "export", folder]);
    expect(code).toBe(1);
    expect(err).toContain("holds other files; name a new or an empty folder. Nothing was written.");
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
  });

  test("refuses a file", async () => {
    const path = join(root, "file");
    writeFileSync(path, "mine");
    const { code, err } = await run(["plugin", "export", path]);
    expect({ code, err }).toEqual({
      code: 1,
      err: `scoring plugin export: ${path} is a file; name a folder. Nothing was written.\n`,
    });
  });

  test("writes every file, and says the two commands that add it", async () => {
    const folder = join(root, "new folder");
    const { code, out } = await run(["plugin", "export", folder]);
    expect(code).toBe(0);
    expect(out).toContain(`  claude plugin marketplace add '${folder}'\n`);
    expect(out).toContain("  claude plugin install scoring@scoring\n");
    for (const [path, text] of Object.entries(pluginFiles)) {
      expect(readFileSync(join(folder, path), "utf8")).toBe(text);
      expect(text).toBe(readText(`embedded/plugin/${path}`));
    }
  });

  test("can be read by developers who share the folder, whatever the program keeps to itself", async () => {
    const folder = join(root, "shared");
    const usual = process.umask(0o077);
    try {
      await run(["plugin", "export", folder]);
    } finally {
      process.umask(usual);
    }
    const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777;
    expect([".", "scoring", "scoring/hooks"].map(modeOf)).toEqual([0o755, 0o755, 0o755]);
    for (const path of Object.keys(pluginFiles)) expect(modeOf(path)).toBe(0o644);
  });

  test("replaces an earlier export", async () => {
    const folder = join(root, "again");
    await run(["plugin", "export", folder]);
    const script = join(folder, "scoring/hooks/send.sh");
    writeFileSync(script, "old");
    const { code, out } = await run(["plugin", "export", folder, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ folder, version: "0.3.4", files: Object.keys(pluginFiles) });
    expect(readFileSync(script, "utf8")).toBe(pluginFiles["scoring/hooks/send.sh"] ?? "");
  });
});
