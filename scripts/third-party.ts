/**
 * Writes THIRD-PARTY-NOTICES.md: what the executable holds that others wrote, each with its version and licence.
 *
 *   scripts/run scripts/third-party.ts
 *
 * Needs node_modules, and Go's module cache for the licences inside the stream's server (`go mod download` in
 * embedded/nats).
 */
import { $ } from "bun";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import secretRules from "../embedded/secret-rules/rules.json";
import project from "../package.json";

const ROOT = join(import.meta.dir, "..");

/** One package or module that is part of the executable. */
export interface Part {
  name: string;
  version: string;
  /** SPDX identifier as the package states it, or null. */
  licence: string | null;
  /** The folder that holds its licence's text. */
  folder: string;
}

interface Manifest {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The rule set of which embedded/secret-rules holds a part. */
export const SECRET_RULES: Part = {
  name: secretRules.source.module,
  version: secretRules.source.version,
  licence: secretRules.source.license,
  folder: join(ROOT, "embedded/secret-rules"),
};

/** The fonts of the dashboard, each with the licence next to it. */
export const FONTS = [
  { name: "Inter", licence: "embedded/dashboard/fonts/inter-OFL.txt" },
  { name: "Geist Mono", licence: "embedded/dashboard/fonts/geist-mono-OFL.txt" },
] as const;

/** Types, and a package that only counts installations: nothing of them reaches the executable. */
const LEFT_OUT = /^@types\/|^typescript$|^undici-types$|^@scarf\/scarf$/;

/** Notices that a package ships next to its licence, for what it is bundled from. */
const MORE_NOTICES: Readonly<Record<string, readonly string[]>> = {
  "swagger-ui-dist": ["NOTICE", "swagger-ui-bundle.js.LICENSE.txt"],
};

/** Files in which a package without a licence file has its notices. */
const NOTICES_INSIDE: Readonly<Record<string, readonly string[]>> = {
  "@bufbuild/protobuf": ["dist/esm/index.js", "dist/esm/wire/varint.js"],
  "@tokenizer/token": ["README.md"],
};

/** What the files of a package hold of others, without their licences. */
export const BUNDLED = {
  by: "@modelcontextprotocol/server",
  licences: "scripts/third-party/inside-mcp-server.txt",
};

const BUN = `The runtime is Bun, under the MIT licence. It links WebKit's JavaScriptCore (LGPL 2) and other libraries,
which https://bun.com/docs/project/license lists with their licences and how to relink them.
better-sqlite3 holds SQLite, which is in the public domain.`;

/** The npm packages that the program imports, directly or through another one. */
export function npmParts(): Part[] {
  const found = new Map<string, Part>();
  const visit = (name: string): void => {
    const folder = join(ROOT, "node_modules", name);
    if (found.has(name) || LEFT_OUT.test(name) || !existsSync(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    found.set(name, { name, version: manifest.version, licence: manifest.license ?? null, folder });
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).forEach(visit);
  };
  Object.keys(project.dependencies).forEach(visit);
  return [...found.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}

/** The Go modules that embedded/nats/go.mod pins: the stream's server and what it is built from. */
export function goModules(): { name: string; version: string }[] {
  return modulesIn(join(ROOT, "embedded/nats"));
}

/**
 * Returns the version of the stream's server that a folder's go.mod pins, such as "2.15.2".
 *
 * @throws when it pins none
 */
export function serverVersionIn(folder: string): string {
  const found = modulesIn(folder).find(({ name }) => name === "github.com/nats-io/nats-server/v2");
  if (found === undefined) throw new Error(`${folder}/go.mod pins no nats-server`);
  return found.version.replace("v", "");
}

function modulesIn(folder: string): { name: string; version: string }[] {
  const pinned = readFileSync(join(folder, "go.mod"), "utf8");
  return [...pinned.matchAll(/^\t(\S+) (v\S+)/gm)].map(([, name = "", version = ""]) => ({ name, version }));
}

async function goParts(): Promise<Part[]> {
  const cache = (await $`go env GOMODCACHE`.text()).trim();
  return goModules().map(({ name, version }) => {
    const escaped = name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
    return { name, version, licence: null, folder: join(cache, `${escaped}@${version}`) };
  });
}

function licenceText({ name, folder }: Part): string | null {
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder).find((found) => /^(licen[cs]e|copying)/i.test(found));
  const texts =
    file === undefined
      ? NOTICES_INSIDE[name]?.map((path) => noticeIn(join(folder, path)))
      : [file, ...(MORE_NOTICES[name] ?? [])].map((path) => readFileSync(join(folder, path), "utf8").trim());
  return texts?.join("\n\n") ?? null;
}

/** From the line of the copyright to the end of the comment, or of a page. */
function noticeIn(path: string): string {
  const lines = readFileSync(path, "utf8").split("\n");
  const first = lines.findIndex((line) => line.includes("Copyright"));
  if (first === -1) throw new Error(`${path} has no copyright: look where the package has its notice now`);
  const sign = lines[first]?.startsWith("//") ? "//" : "";
  const end = lines.findIndex((line, index) => index > first && !line.startsWith(sign));
  const notice = lines.slice(first, end === -1 ? lines.length : end);
  return notice
    .map((line) => line.slice(sign.length).trim())
    .join("\n")
    .trim();
}

/** Parts under the very same text share it. */
function sectionOf(title: string, parts: readonly Part[]): string {
  const byText = Map.groupBy(parts, (part) => licenceText(part) ?? "");
  const entries = [...byText].map(([text, sharing]) => {
    const names = sharing.map(
      ({ name, version, licence }) => `- ${name} ${version}${licence ? `, ${licence}` : ""}`,
    );
    return `${names.join("\n")}\n\n${text === "" ? "No licence file is shipped with it." : `\`\`\`text\n${text}\n\`\`\``}`;
  });
  return [`## ${title}`, ...entries].join("\n\n");
}

function fontsSection(): string {
  const entries = FONTS.map(({ name, licence }) => {
    const text = readFileSync(join(ROOT, licence), "utf8").trim();
    return `- ${name}, OFL-1.1\n\n\`\`\`text\n${text}\n\`\`\``;
  });
  return ["## Fonts of the dashboard", ...entries].join("\n\n");
}

function textSection(title: string, path: string): string {
  return `## ${title}\n\n\`\`\`text\n${readFileSync(join(ROOT, path), "utf8").trim()}\n\`\`\``;
}

async function writeNotices(): Promise<void> {
  await $`go mod download`.cwd(join(ROOT, "embedded/nats")).quiet();
  const page = [
    "# Third-party notices",
    "What the executable holds that others wrote. Written by scripts/third-party.ts.",
    `## Runtime\n\n${BUN}`,
    sectionOf("npm packages", npmParts()),
    textSection(`Inside ${BUNDLED.by}`, BUNDLED.licences),
    sectionOf("Go modules of the stream's server", await goParts()),
    sectionOf("Shapes of secrets", [SECRET_RULES]),
    fontsSection(),
    textSection("Table of prices", "embedded/prices/LICENSE"),
  ];
  await Bun.write(join(ROOT, "THIRD-PARTY-NOTICES.md"), `${page.join("\n\n")}\n`);
}

if (import.meta.main) await writeNotices();
