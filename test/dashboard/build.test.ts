/** What the build makes of the pages: small, and nothing that the policy would refuse. */
import { describe, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { readBundle } from "../../src/http/dashboard/bundle.ts";

/** What a browser loads of scripts, under gzip. */
const BUDGET_BYTES = 250_000;

const scriptBytes = await buildDashboard();
const files = await readBundle();
const textOf = (name: RegExp): string => {
  const { bytes, isGzip } = files.find((file) => name.test(file.name)) ?? {
    bytes: new Uint8Array(),
    isGzip: false,
  };
  return new TextDecoder().decode(isGzip ? gunzipSync(bytes) : bytes);
};

describe("the packed dashboard", () => {
  test("stays within its budget", () => {
    expect(scriptBytes).toBeGreaterThan(0);
    expect(scriptBytes).toBeLessThanOrEqual(BUDGET_BYTES);
  });

  test.each([
    ["index.html", /^\/$/],
    ["the reference", /^\/reference$/],
  ])("names every file by its content, and %s names only files that are there", (_, page) => {
    const named = [...textOf(page).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name ?? "");
    const known = new Set(files.map(({ name }) => name));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const fixed = new Set(["/", "/connect.mjs", "/reference"]);
    expect(files.filter(({ name }) => !fixed.has(name) && !/-[0-9a-f]{12}\.\w+$/.test(name))).toEqual([]);
  });

  test("has no script or style inside the page, and evaluates no text", () => {
    const page = textOf(/^\/$/);
    expect(page).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
    expect(textOf(/\.js$/)).not.toMatch(/\beval\(|new Function\(/);
  });

  test("loads nothing from another host", () => {
    expect(textOf(/\.css$/)).not.toMatch(/url\("?(https?:|data:|\/\/)/);
    expect(textOf(/\.css$/)).toContain("light-dark(");
  });
});
