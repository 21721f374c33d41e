/** Packs the documents as the pages under /docs: the list of them at /docs, and a page for each. */
import { basename, join } from "node:path";
import { pack, type PackedFile } from "../pack.ts";
import { ATTACHED, type Chapter, CONTENTS } from "./contents.ts";
import { type Around, renderDocument, type Rendered } from "./render-document.ts";

const ROOT = join(import.meta.dir, "../..");
const DOCS = join(ROOT, "docs");

const HTML = "text/html; charset=utf-8";

const PICTURE_TYPES: Readonly<Record<string, string>> = { png: "image/png", svg: "image/svg+xml" };

/** What every page loads. */
export type Loads = Readonly<Record<"icon" | "style" | "script", PackedFile>>;

/** Returns the pages, and the files that they link to or show. */
export async function packDocuments(loads: Loads): Promise<PackedFile[]> {
  const texts = await Promise.all(stems().map((stem) => readDocument(`${stem}.md`)));
  const pictures = await packPictures(texts.join("\n"));
  const around: Around = {
    documents: new Set(stems()),
    attached: new Set(ATTACHED.map(([path]) => path)),
    pictures: new Map([...pictures].map(([path, { name }]) => [path, name])),
  };
  const template = await Bun.file(join(ROOT, "embedded/dashboard/docs/page.html")).text();
  const pages = stems().map((stem, at) => {
    const text = texts[at] ?? "";
    const { html, headings } = renderDocument(text, around);
    return write(template, loads, {
      address: `/docs/${stem}`,
      title: titleOf(text),
      text: html,
      onThisPage: writeHeadings(headings),
    });
  });
  const list = write(template, loads, {
    address: "/docs",
    title: "Docs",
    text: `<h1>Docs</h1>\n${CONTENTS.map(writeChapter).join("\n")}`,
    onThisPage: "",
  });
  return Promise.all([list, ...pages, ...ATTACHED.map(packAttached), ...pictures.values()]);
}

function stems(): string[] {
  return CONTENTS.flatMap(({ documents }) => documents.map(([stem]) => stem));
}

function readDocument(path: string): Promise<string> {
  return Bun.file(join(DOCS, path)).text();
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "Docs";
}

/** Returns the pictures that the texts show, by their paths in docs/. */
async function packPictures(texts: string): Promise<Map<string, PackedFile>> {
  const paths = [...new Set(texts.match(/images\/[\w-]+\.(?:png|svg)/g))];
  const packed = paths.map(async (path): Promise<[string, PackedFile]> => {
    const [, ending = ""] = path.split(".");
    const bytes = await Bun.file(join(DOCS, path)).bytes();
    return [path, await pack(basename(path), PICTURE_TYPES[ending] ?? "", bytes)];
  });
  return new Map(await Promise.all(packed));
}

async function packAttached([path, type]: readonly [string, string]): Promise<PackedFile> {
  const packed = await pack(basename(path), type, await readDocument(path));
  return { ...packed, name: `/docs/${path}` };
}

interface Written {
  address: string;
  title: string;
  text: string;
  onThisPage: string;
}

async function write(template: string, loads: Loads, page: Written): Promise<PackedFile> {
  const { icon, style, script } = loads;
  const parts: Record<string, string> = {
    icon: icon.name,
    style: style.name,
    script: script.name,
    contents: CONTENTS.map((chapter) => writeMenu(chapter, page.address)).join("\n"),
    title: page.title,
    text: page.text,
    onThisPage: page.onThisPage,
  };
  const html = template.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? part);
  return { ...(await pack("page.html", HTML, html)), name: page.address };
}

function writeMenu({ readers, documents }: Chapter, here: string): string {
  const items = documents.map(([stem, name]) => {
    const address = `/docs/${stem}`;
    return `<li><a href="${address}"${address === here ? ' aria-current="page"' : ""}>${name}</a></li>`;
  });
  return `<h2>${readers}</h2>\n<ul>${items.join("\n")}</ul>`;
}

function writeChapter({ readers, documents }: Chapter): string {
  const items = documents.map(([stem, name]) => `<li><a href="/docs/${stem}">${name}</a></li>`);
  return `<h2>${readers}</h2>\n<ul>${items.join("\n")}</ul>`;
}

function writeHeadings(headings: Rendered["headings"]): string {
  if (headings.length < 2) return "";
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  return `<aside class="on-page" aria-label="On this page"><h2>On this page</h2><ul>${items.join("\n")}</ul></aside>`;
}
