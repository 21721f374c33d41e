/**
 * Packs the pages into embedded/dashboard/pages.bundle: what browsers are sent, under names that change with the text.
 *
 *   scripts/run scripts/build-dashboard.ts
 */
import { Glob } from "bun";
import { rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { apiDocument } from "../src/http/api.ts";
import { buildConnect } from "./build-connect.ts";
import { packDocuments } from "./docs/pack-documents.ts";
import { pack, type PackedFile } from "./pack.ts";

const ROOT = join(import.meta.dir, "..");
const PAGES = join(ROOT, "embedded/dashboard");

/** These first and in this order: the tokens, then the ground that everything is on. */
const FIRST_STYLES = ["styles/tokens.css", "styles/ground.css"];

/** Folders with the styles of documents of their own. */
const OWN_STYLES = ["reference/", "report/print/", "docs/"];

const HTML = "text/html; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";

/** Returns how many bytes of scripts a browser loads, under gzip. */
export async function buildDashboard(): Promise<number> {
  const fonts = await Promise.all(["inter-latin", "geist-mono-latin"].map(packFont));
  const icon = await pack("icon.svg", "image/svg+xml", await Bun.file(join(PAGES, "icon.svg")).text());
  const style = await pack("style.css", CSS, await joinStyles(fonts));
  const script = await pack("main.js", JAVASCRIPT, await bundleScripts("main.tsx"));
  const index = await writePage("index.html", { icon, style, script, font: fonts[0] });
  const connect = await pack("connect.mjs", JAVASCRIPT, await buildConnect());
  const files = [
    { ...index, name: "/" },
    script,
    style,
    icon,
    ...fonts,
    { ...connect, name: "/connect.mjs" },
    ...(await packReference(icon)),
    ...(await packDocumentation(icon, fonts)),
  ];
  // renamed, so that nobody reads half of it
  const unfinished = join(PAGES, `pages.bundle.${process.pid}`);
  await Bun.write(unfinished, JSON.stringify(files));
  await rename(unfinished, join(PAGES, "pages.bundle"));
  return bytesOf(script.bytes);
}

/** The API reference: a page of its own, so that the dashboard stays small. */
async function packReference(icon: PackedFile): Promise<PackedFile[]> {
  const styles = [
    Bun.resolveSync("swagger-ui-dist/swagger-ui.css", ROOT),
    join(PAGES, "reference/style.css"),
  ];
  const texts = await Promise.all(styles.map((path) => Bun.file(path).text()));
  const style = await pack("reference.css", CSS, texts.join("\n"));
  const script = await pack("reference.js", JAVASCRIPT, await bundleScripts("reference/show.ts"));
  const document = await pack("openapi.json", "application/json", JSON.stringify(apiDocument()));
  const page = await writePage("reference/page.html", { icon, style, script, document });
  return [{ ...page, name: "/reference" }, style, script, document];
}

/** The documents, each a page of its own that needs a script only for the theme. */
async function packDocumentation(icon: PackedFile, fonts: readonly PackedFile[]): Promise<PackedFile[]> {
  const rules = await readStyles([...FIRST_STYLES, "styles/fonts.css", "docs/docs.css"], fonts);
  const style = await pack("docs.css", CSS, rules);
  const script = await pack("docs.js", JAVASCRIPT, await bundleScripts("docs/show.ts"));
  return [style, script, ...(await packDocuments({ icon, style, script }))];
}

async function packFont(name: string): Promise<PackedFile> {
  return pack(`${name}.woff2`, "font/woff2", await Bun.file(join(PAGES, "fonts", `${name}.woff2`)).bytes());
}

async function joinStyles(fonts: readonly PackedFile[]): Promise<string> {
  const found = [...new Glob("**/*.css").scanSync(PAGES)]
    .filter((path) => !OWN_STYLES.some((folder) => path.startsWith(folder)))
    .sort();
  const ordered = [...FIRST_STYLES, ...found.filter((path) => !FIRST_STYLES.includes(path))];
  return readStyles(ordered, fonts);
}

/** Joins style sheets without what a browser does not need. */
async function readStyles(paths: readonly string[], fonts: readonly PackedFile[]): Promise<string> {
  const texts = await Promise.all(paths.map((path) => Bun.file(join(PAGES, path)).text()));
  return texts
    .join("\n")
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .replace(/url\("([^"]+)"\)/g, (_, path: string) => `url("${addressOf(path, fonts)}")`);
}

/** @throws An exception for a file that is not one of them, because no other can be loaded. */
function addressOf(path: string, among: readonly PackedFile[]): string {
  const [stem = ""] = basename(path).split(".");
  const found = among.find(({ name }) => basename(name).startsWith(`${stem}-`));
  if (found === undefined) throw new Error(`a style asks for ${path}, which is not packed`);
  return found.name;
}

async function bundleScripts(entry: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(PAGES, entry)],
    target: "browser",
    minify: true,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    throw: false,
  });
  const [script] = built.outputs;
  if (!built.success || script === undefined) throw new Error(built.logs.map(String).join("\n"));
  return script.text();
}

async function writePage(path: string, parts: Record<string, PackedFile | undefined>): Promise<PackedFile> {
  const template = await Bun.file(join(PAGES, path)).text();
  const html = template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part]?.name ?? part);
  return pack(basename(path), HTML, html);
}

function bytesOf(base64: string): number {
  return Buffer.from(base64, "base64").byteLength;
}

if (import.meta.main)
  process.stdout.write(`${Math.round((await buildDashboard()) / 1000)} kB of scripts under gzip\n`);
