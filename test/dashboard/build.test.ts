/** What the build makes of the pages: small, and nothing that the policy would refuse. */
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { join } from "node:path";
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
    const fixed = /^\/(connect\.mjs|reference|docs(\/.+)?)?$/;
    expect(files.filter(({ name }) => !fixed.test(name) && !/-[0-9a-f]{12}\.\w+$/.test(name))).toEqual([]);
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

describe("the documents at /docs", () => {
  const pages = files.filter(({ name, type }) => /^\/docs(\/|$)/.test(name) && type.startsWith("text/html"));
  const textOfPage = new Map(pages.map(({ name }) => [name, textOf(new RegExp(`^${name}$`))]));

  test("are all of docs/, as scripts/docs/contents.ts lists them", () => {
    const stems = [...new Glob("*.md").scanSync(join(import.meta.dir, "../../docs"))];
    const addresses = stems.map((path) => `/docs/${path.replace(/\.md$/, "")}`);
    expect([...textOfPage.keys()].toSorted()).toEqual(["/docs", ...addresses].toSorted());
  });

  test("link only to pages and headings that this server has", () => {
    const known = new Set([...files.map(({ name }) => name), "/", "/reference"]);
    const broken = [...textOfPage].flatMap(([page, text]) =>
      [...text.matchAll(/(?:href|src|srcset)="([^"]*)"/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !link.startsWith("https://") && !isThere(page, link, known))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("have no script or style inside the page", () => {
    const inside = /<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/;
    expect([...textOfPage].filter(([, text]) => inside.test(text)).map(([page]) => page)).toEqual([]);
  });

  test("have an anchor for each term of the glossary", () => {
    expect(textOfPage.get("/docs/glossary")).toContain('<li id="interval">');
  });

  function isThere(page: string, link: string, known: ReadonlySet<string>): boolean {
    const [address = "", anchor] = link.split("#");
    const target = address === "" ? page : address;
    if (!known.has(target)) return false;
    return anchor === undefined || (textOfPage.get(target) ?? "").includes(`id="${anchor}"`);
  }
});
