/** What is handed out with the executables: the list of what is inside, and checksums. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import project from "../../package.json";
import { describeMaterials } from "../../scripts/release/bill-of-materials.ts";
import { writeChecksums } from "../../scripts/release/checksums.ts";
import { goModules, npmParts } from "../../scripts/third-party.ts";

const folder = mkdtempSync(join(tmpdir(), "release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the bill of materials", () => {
  const { components, metadata, ...rest } = describeMaterials(
    "2.15.2, built by go1.26.8 from the pinned module",
  );
  const purls = components.map(({ purl }) => purl);

  test("is a CycloneDX document of this version", () => {
    expect(rest).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    expect(rest.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(metadata.component).toMatchObject({ name: "scoring", version: project.version });
  });

  test("names each package and module once, with the hash that bun.lock holds", () => {
    const npm = npmParts().map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`);
    const go = goModules().map(({ name, version }) => `pkg:golang/${name}@${version}`);
    expect(purls).toEqual(expect.arrayContaining([...npm, ...go]));
    expect(new Set(components.map((component) => component["bom-ref"])).size).toBe(components.length);
    for (const { purl, hashes } of components)
      if (purl?.startsWith("pkg:npm/") === true)
        expect([purl, hashes?.[0].content]).toEqual([purl, expect.stringMatching(/^[0-9a-f]{128}$/)]);
  });

  test("names what has no package: Bun, SQLite, Go's own library", () => {
    expect(purls).toContain(`pkg:github/oven-sh/bun@bun-v${Bun.version}`);
    expect(purls).toContain("pkg:golang/stdlib@1.26.8");
    expect(components.find(({ name }) => name === "sqlite")?.version).toMatch(/^3\.\d+\.\d+$/);
  });

  test("leaves out what only building and testing need", () => {
    for (const name of ["oxlint", "axe-core", "playwright-core"])
      expect(purls.filter((purl) => purl?.startsWith(`pkg:npm/${name}@`))).toEqual([]);
  });
});

describe("the checksums", () => {
  test("equal sha256sum's, and a changed file is found", async () => {
    writeFileSync(join(folder, "one"), "1");
    writeFileSync(join(folder, "two"), "2");
    await writeChecksums(folder);
    const check = () =>
      Bun.spawnSync(["sha256sum", "--check", "SHA256SUMS"], { cwd: folder, stderr: "ignore" });
    expect(check().stdout.toString()).toBe("one: OK\ntwo: OK\n");
    writeFileSync(join(folder, "two"), "3");
    expect(check().success).toBe(false);
  });
});
