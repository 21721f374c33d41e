/** What the documents say about the program is true of it: commands, flags, paths, links. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENVIRONMENT_NAMES } from "../src/settings/names.ts";
import { projectFiles, readText, ROOT } from "./sources.ts";

/** What src/cli/ says about a command; its name may be of two words, "keys create". */
interface Command {
  name: string;
  flags: Readonly<Record<string, unknown>>;
}

/** A command as a document writes it, with the flags on the same line. */
interface Mention {
  document: string;
  line: string;
  words: string;
  flags: string[];
}

const documents = projectFiles().filter((path) => path === "README.md" || /^docs\/.+\.md$/.test(path));
const commands = await readCommands();
const mentions = documents.flatMap(mentionsIn);

describe("the documents", () => {
  test.each(["README.md", "STYLE.md", "CHANGELOG.md", "LICENSE"])("include %s", (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });

  test("link only to files that exist", () => {
    const broken = documents.flatMap((document) =>
      linksIn(document).filter((link) => !isThere(link, document)),
    );
    expect(broken).toEqual([]);
  });

  test("name only paths of the project that exist", () => {
    const missing = documents.flatMap((path) =>
      pathsIn(path).filter((named) => !existsSync(join(ROOT, named))),
    );
    expect(missing).toEqual([]);
  });
});

describe("settings in the documents", () => {
  test("exist", () => {
    const named = [...documents, "Dockerfile"].flatMap(
      (path) => readText(path).match(/\bSCORING_[A-Z_]*[A-Z]/g) ?? [],
    );
    const unknown = named.filter((name) => !ENVIRONMENT_NAMES.has(name.replace(/_FILE$/, "")));
    expect(unknown).toEqual([]);
  });
});

describe.skipIf(commands.length === 0)("the documents' commands", () => {
  test("exist", () => {
    expect(mentions.filter((mention) => commandOf(mention) === null).map(describeMention)).toEqual([]);
  });

  test("have the flags that are shown with them", () => {
    expect(mentions.filter((mention) => unknownFlags(mention).length > 0).map(describeMention)).toEqual([]);
  });

  test("are all in the README or in docs/", () => {
    const shown = new Set(mentions.map((mention) => commandOf(mention)?.name));
    const hidden = commands
      .map(({ name }) => name)
      .filter((name) => !name.startsWith("__") && !shown.has(name));
    expect(hidden).toEqual([]);
  });
});

/** With the flags that every command has. */
async function readCommands(): Promise<Command[]> {
  if (!existsSync(join(ROOT, "src/cli/commands.ts"))) return [];
  const { COMMANDS } = (await import(join(ROOT, "src/cli/commands.ts"))) as { COMMANDS: readonly Command[] };
  const { GENERAL_FLAGS } = (await import(join(ROOT, "src/cli/parse.ts"))) as { GENERAL_FLAGS: object };
  return COMMANDS.map(({ name, flags }) => ({ name, flags: { ...flags, ...GENERAL_FLAGS } }));
}

function mentionsIn(document: string): Mention[] {
  return codeIn(document).flatMap((line) => {
    const called = line.match(/(?:^|\s|\.\/)scoring((?: [a-z_]+(?:-[a-z]+)*)+)/)?.[1];
    if (called === undefined || called.startsWith(" help")) return [];
    const flags = [...line.matchAll(/(?<=\s|\[)--([a-z][a-z-]*)/g)].map(([, name]) => name ?? "");
    return [{ document, line, words: called.trim(), flags }];
  });
}

/** Lines of fenced blocks without their remarks, and what stands between single backticks. */
function codeIn(document: string): string[] {
  const blocks = [...readText(document).matchAll(/^ *```.*\n([^]*?)^ *```/gm)].map(
    ([, block]) => block ?? "",
  );
  const prose = readText(document).replace(/^ *```.*\n[^]*?^ *```/gm, "");
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? "");
  const lines = blocks
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/\s# .*$|\s{3,}\S.*$/, ""));
  return [...lines, ...spans];
}

/** The longest command that the words begin with: "keys create" before "keys". */
function commandOf({ words }: Mention): Command | null {
  const fitting = commands.filter(({ name }) => words === name || words.startsWith(`${name} `));
  return fitting.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}

function unknownFlags(mention: Mention): string[] {
  const known = commandOf(mention)?.flags ?? {};
  return mention.flags.filter((flag) => !(flag in known));
}

function describeMention({ document, line }: Mention): string {
  return `${document}: ${line.trim()}`;
}

function linksIn(document: string): string[] {
  const links = [...readText(document).matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, link]) => link ?? "");
  return links.filter((link) => !/^(https?:|mailto:|#)/.test(link));
}

function isThere(link: string, document: string): boolean {
  return existsSync(join(ROOT, dirname(document), link.replace(/#.*$/, "")));
}

/** Code spans that begin with one of the project's folders; a pattern with * or < stands for many. */
function pathsIn(document: string): string[] {
  const named = codeIn(document).flatMap(
    (code) => code.match(/(?<![\w/.-])(src|test|docs|scripts|embedded|\.ci)\/[\w./*<-]*/g) ?? [],
  );
  return named.filter((path) => !/[*<]/.test(path)).map((path) => path.replace(/[.,]$/, ""));
}
