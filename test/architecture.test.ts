/** The map of the project: what lies where, and who may know whom. */
import { describe, expect, test } from "bun:test";
import { basename, dirname } from "node:path";
import { projectFiles, readSources, readText, type Source } from "./sources.ts";

/** The parts in the order the data flows. A file imports from its own part and from parts before it. */
const FLOW = [
  "vocabulary", // the words that every part uses
  "settings", //   what the owner chose
  "stream", //     records on their way: NATS JetStream
  "objects", //    records for good: files, the truth
  "database", //   what is derived from them: SQLite
  "judge", //      the language model
  "identity", //   who stands behind a request
  "privacy", //    what must not be kept
  "ingest", //     a request becomes a message
  "writer", //     messages become objects
  "normaliser", // records become events that mean the same for every agent
  "prices", //     what tokens cost
  "turns", //      events become turns, turns become sub-sessions
  "rubric", //     prompts get marks
  "stalls", //     where the work stood still
  "metrics", //    a sub-session in six numbers
  "scores", //     a developer in three
  "insights", //   what to do about them
  "http", //       answers for people and programs
  "supervise", //  loops that keep running
  "appliance", //  starts the parts in this order, stops them in reverse
  "cli", //        commands
  "main", //       the program
];

/** Each outside package has one home; the rest of the project does not know it. */
const HOMES: readonly { packages: RegExp; home: RegExp }[] = [
  { packages: /^@nats-io\//, home: /^src\/stream\// },
  { packages: /^(kysely|better-sqlite3)$/, home: /^src\/database\/|[/-]tables?\.ts$/ },
  { packages: /^openai$/, home: /^src\/judge\// },
  { packages: /^(elysia|@elysiajs\/.*)$/, home: /^src\/http\/|[/-]routes\.ts$/ },
  { packages: /^embedded\/nats\//, home: /^src\/stream\// },
  { packages: /^embedded\/dashboard\//, home: /^src\/http\/server\.ts$/ },
];

/** Words of the code that belong to one place. */
const ONLY_IN: readonly { what: string; pattern: RegExp; place: RegExp }[] = [
  {
    what: "the environment is read",
    pattern: /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/,
    place: /^src\/settings\//,
  },
  {
    what: "the clock is read",
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    place: /^src\/vocabulary\/(clock|log)\.ts$/,
  },
  {
    what: "SQL is written",
    pattern:
      /["'`]\s*(select\s.+\sfrom|insert\s+into|update\s.+\sset|delete\s+from|(create|alter|drop)\s+(table|index))\s/i,
    place: /[/-]tables?\.ts$/,
  },
  { what: "the console is used", pattern: /\bconsole\./, place: /^$/ },
  { what: "something is exported as default", pattern: /\bexport default\b/, place: /^$/ },
];

/** Nouns that say nothing, as the whole name of a file or folder or its last word. */
const EMPTY_NAMES = /(^|[/.-])(util|common|lib|helper|misc|shared|manager|service|base|core)s?([/.]|$)/;

/** Formulas: what goes in comes out again, the same every time. */
const PURE = /\/(assemble|split|measure|detect|recommend|score)\.ts$/;
const IMPURE =
  /^src\/(settings|stream|objects|database|judge)\/|\/clock\.ts$|[/-]tables?\.ts$|^node:(fs|net|http|child_process)/;

const LONGEST_FILE = 300;

/** Folders outside the project. Captured telemetry holds the paths of the machines it was captured on. */
const MACHINE_PATHS = /\.\.\/shared|\/work\/(main|shared)|(?<!\$bunfs)\/root\//;
const CAPTURED = /^test\/(fixtures|golden)\//;

const sources = readSources();
const files = projectFiles();

describe("the flow", () => {
  test("names every part", () => {
    expect([...new Set(sources.map(partOf))].filter((part) => !FLOW.includes(part))).toEqual([]);
  });

  test.each(FLOW)("%s imports nothing from a later part", (part) => {
    const later = FLOW.slice(FLOW.indexOf(part) + 1);
    expect(
      offences(
        (source) => partOf(source) === part,
        (path) => later.includes(partOf({ path })),
      ),
    ).toEqual([]);
  });

  test("has no cycles, not even of types", () => {
    expect(findCycle(sources)).toEqual([]);
  });
});

describe("outside packages", () => {
  test.each(HOMES)("$packages are known in $home alone", ({ packages, home }) => {
    expect(
      offences(
        (source) => !home.test(source.path),
        (path) => packages.test(path),
      ),
    ).toEqual([]);
  });
});

describe("in the code", () => {
  test.each(ONLY_IN)("$what only in $place", ({ pattern, place }) => {
    const elsewhere = sources.filter((source) => !place.test(source.path));
    expect(elsewhere.filter((source) => pattern.test(source.code)).map((source) => source.path)).toEqual([]);
  });

  test("formulas know no store, no clock and no settings", () => {
    expect(
      offences(
        (source) => PURE.test(source.path),
        (path) => IMPURE.test(path),
      ),
    ).toEqual([]);
  });

  test("no file imports itself through another folder's index", () => {
    expect(files.filter((path) => path.startsWith("src/") && basename(path) === "index.ts")).toEqual([]);
  });

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const long = sources.filter((source) => source.text.trimEnd().split("\n").length > LONGEST_FILE);
    expect(long.map((source) => source.path)).toEqual([]);
  });

  test("every file says in its first lines what it is for", () => {
    expect(sources.filter((source) => !source.text.startsWith("/**")).map((source) => source.path)).toEqual(
      [],
    );
  });
});

describe("the project's files", () => {
  test("have names that say something", () => {
    expect(files.filter((path) => EMPTY_NAMES.test(path))).toEqual([]);
  });

  test("have a test beside each, in a folder of the same name", () => {
    const folders = new Set(sources.map((source) => dirname(source.path)));
    const tests = files.filter((path) => /^test\/.+\/.+\.test\.ts$/.test(path));
    expect(tests.filter((path) => !folders.has(dirname(path).replace(/^test/, "src")))).toEqual([]);
  });

  test("mention no folder of the machine they were written on", () => {
    const own = files.filter((path) => !CAPTURED.test(path) && path !== "test/architecture.test.ts");
    expect(own.filter((path) => MACHINE_PATHS.test(readText(path)))).toEqual([]);
  });
});

/** The folder under src/, or the file's name when it stands alone; the empty string outside src/. */
function partOf({ path }: { path: string }): string {
  return path.match(/^src\/([^/.]+)/)?.[1] ?? "";
}

/** Gives: "file → import" for each import of a chosen file that is not allowed. */
function offences(chosen: (source: Source) => boolean, forbidden: (path: string) => boolean): string[] {
  return sources
    .filter(chosen)
    .flatMap(({ path, imports }) => imports.filter(forbidden).map((imported) => `${path} → ${imported}`));
}

/** Gives: the paths of one cycle in order, or nothing when there is none. */
function findCycle(among: readonly Source[]): string[] {
  const imports = new Map(among.map((source) => [source.path, source.imports]));
  const finished = new Set<string>();
  const walk = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return [];
    for (const next of imports.get(path) ?? []) {
      const cycle = walk(next, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(path);
    return [];
  };
  return among.map((source) => walk(source.path, [])).find((cycle) => cycle.length > 0) ?? [];
}
