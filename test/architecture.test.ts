/** The map of the project: what is where, and who may know whom. */
import { describe, expect, test } from "bun:test";
import { basename, dirname, join, normalize } from "node:path";
import {
  projectFiles,
  readDashboard,
  readScripts,
  readSources,
  readText,
  ROOT,
  type Source,
} from "./sources.ts";

/** The parts in the order the data flows. A file imports from its own part and from parts before it. */
const FLOW = [
  "vocabulary", // the words that every part uses
  "settings", //   what the owner chose
  "attempts", //   what stages are working on, in case the program dies of it
  "stream", //     records on their way: NATS JetStream
  "objects", //    records for good: files, the truth
  "database", //   what is derived from them: SQLite
  "stores", //     opens both for everybody else
  "audit", //      who did what
  "judge", //      the judge model
  "identity", //   who is behind a request
  "privacy", //    what must not be kept
  "catalogue", //  what objects there are, and what each of their frames holds
  "books", //      what was counted, and that nothing is missing
  "ingest", //     a request becomes a message
  "writer", //     messages become objects
  "normaliser", // records become events that mean the same for every agent
  "prices", //     what tokens cost
  "turns", //      events become turns, turns become sub-sessions
  "rubric", //     prompts get marks
  "stalls", //     where the work stopped
  "metrics", //    a sub-session in six numbers
  "spend", //      what the work cost
  "sessions", //   what changed is put together, measured and saved
  "scores", //     a developer in three numbers
  "insights", //   what to do about them
  "answers", //    queries and changes, off the main thread
  "mcp", //        answers for agents that ask
  "http", //       answers for people and programs
  "supervise", //  loops that keep running
  "appliance", //  starts the parts in this order, stops them in reverse
  "demo", //       sample data
  "history", //    what agents keep on their machines
  "cli", //        commands
  "program", //    hands the command line to them
  "main", //       the start
];

/** Each outside package has one home; the rest of the project does not know it. */
const HOMES: readonly { packages: RegExp; home: RegExp }[] = [
  { packages: /^@nats-io\//, home: /^src\/stream\// },
  { packages: /^kysely$/, home: /^src\/database\/|[/-]tables?\.ts$/ },
  { packages: /^pg$/, home: /^src\/database\/postgres\// },
  { packages: /^better-sqlite3$/, home: /^src\/database\/(sqlite\/|lock\.ts$)/ },
  { packages: /^openai$/, home: /^src\/judge\// },
  { packages: /^(elysia|@elysiajs\/.*)$/, home: /^src\/http\/|[/-]routes\.ts$/ },
  { packages: /^@modelcontextprotocol\//, home: /^src\/mcp\// },
  { packages: /^croner$/, home: /^src\/insights\/schedules\/firings\.ts$/ },
  { packages: /^@simplewebauthn\//, home: /^src\/identity\/passkeys\// },
  { packages: /^nodemailer\//, home: /^src\/insights\/integrations\/email\// },
  { packages: /^csv-stringify/, home: /^src\/http\/csv\/csv-text\.ts$/ },
  { packages: /^hyparquet-writer$/, home: /^src\/cli\/export\/parquet-file\.ts$/ },
  { packages: /^csv-parse/, home: /^src\/cli\/keys\/read-team\.ts$/ },
  { packages: /^(jsonc-parser|diff)$/, home: /^src\/cli\/connect\/files\// },
  { packages: /^@decimalturn\/toml-patch$/, home: /^src\/(cli\/connect\/files\/|settings\/sources)/ },
  { packages: /^yazl$/, home: /^src\/insights\/own-data\/zip\.ts$/ },
  { packages: /^modern-tar$/, home: /^src\/appliance\/backup\/archive\.ts$/ },
  { packages: /^embedded\/nats\//, home: /^src\/stream\// },
  { packages: /^embedded\/prices\//, home: /^src\/prices\// },
  { packages: /^embedded\/secret-rules\//, home: /^src\/privacy\// },
  { packages: /^embedded\/judge-check\//, home: /^src\/rubric\/trial\// },
  { packages: /^embedded\/demo\//, home: /^src\/demo\// },
  { packages: /^embedded\/dashboard\/(?!words\/|charts\/|report\/)/, home: /^src\/http\/dashboard\// },
  // words and the arithmetic of drawings are the same on the page, on paper and on a terminal
  {
    packages: /^embedded\/dashboard\/(words|charts|report)\//,
    home: /^src\/(insights\/(reports|alerts)|mcp\/tools|http\/routes\/insights|cli)\//,
  },
  { packages: /^embedded\/plugin\//, home: /^src\/cli\/(commands|plugin)\/|^src\/http\/plugin\// },
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
  {
    what: "a store is opened",
    pattern: /\b(openDatabase|openServerDatabase|openFileStore)\(/,
    place: /^src\/(stores|database\/open|objects\/file-store)\.ts$/,
  },
  {
    what: "SQL that only one kind of database knows is written",
    pattern: /\b(rowid|json_each|json_extract|sqlite_\w+)\b|\bctid\b|["'`]\s*pragma\s|\bcreate\s+trigger\b/i,
    place: /^src\/database\/(sqlite\/|postgres\/|lock\.ts$)/,
  },
  { what: "the console is used", pattern: /\bconsole\./, place: /^$/ },
  { what: "something is exported as default", pattern: /\bexport default\b/, place: /^$/ },
];

/** Nouns that say nothing, as the whole name of a file or folder or its last word. */
const EMPTY_NAMES = /(^|[/.-])(util|common|lib|helper|misc|shared|manager|service|base|core)s?([/.]|$)/;

/** Formulas live here: what goes in comes out again, the same every time. */
const FORMULAS = /^src\/(turns|rubric|stalls|metrics|spend|scores)\//;

/** Files next to the formulas that read or write: named for it, or listed. */
const DOORS = /[/-]tables?\.ts$|\/queries\.ts$|\/(keep|list|read)-[a-z-]+\.ts$/;
const OTHER_DOORS = [
  "src/metrics/baselines/baselines-in-force.ts", // reads which versions there are
  "src/metrics/baselines/learning/first-version.ts", // finds when the first is due, and puts earlier work on it
  "src/metrics/baselines/learning/learn-due.ts", // learns a version when it is time
  "src/metrics/baselines/new-baselines.ts", // writes a version
  "src/metrics/baselines/recompute.ts", // puts a version on stored rows
  "src/metrics/accounts/account-row.ts", // knows the stored row by its type only, as the next does
  "src/metrics/metrics-row.ts",
  "src/metrics/remaking.ts", // reads how far rows that are made again have come
  "src/rubric/judge-prompt.ts", // asks the judge model
  "src/rubric/rejudging/estimate-tokens.ts", // puts its question together without asking
  "src/rubric/trial/run-trial.ts", // asks it about the prompts of the trial
  "src/rubric/judge-once.ts", // as judge-prompt
  "src/rubric/judging/look-ahead.ts", // knows only the stored row's type
  "src/rubric/judging/under-way.ts", // as above
  "src/rubric/on-demand/score-prompt.ts", // asks the judge model
  "src/rubric/prompts/save-judgement.ts", // keeps what it said
  "src/scores/days/pack-days.ts", // writes a day's rows side by side
  "src/scores/sub-session-row.ts", // knows only the stored row's type
];

/** What a formula may not know: stores, the clock, settings. The table of prices is a table in words only. */
const IMPURE =
  /^src\/(settings|stream|objects|database|judge(?!\/question\.ts)|catalogue|books)\/|\/clock\.ts$|(?<!price)[/-]tables?\.ts$|^node:(fs|net|http|child_process)/;

/** Values that only tests import, by file, each with the reason why they do not go through another. */
const ONLY_TESTED: Readonly<Record<string, { names: readonly string[]; why: string }>> = {
  "src/database/sqlite/foreign-of-runtime.ts": {
    names: ["openForeign"],
    why: "scripts/build-connect.ts bundles it in the place of foreign.ts",
  },
  "src/appliance/outages.ts": {
    names: ["readOutages"],
    why: "the program reads it only by way of what it counts",
  },
  "src/database/days/kept-days-table.ts": {
    names: ["findOpenDays", "saveDay"],
    why: "asked of every database",
  },
  "src/insights/governance/keep-purging.ts": {
    names: ["Purging"],
    why: "one look of the stage at a time, with a clock of the test's",
  },
  "src/insights/throttle/keep-days.ts": { names: ["keepNextDay"], why: "one day at a time" },
  "src/metrics/baselines/recompute.ts": {
    names: ["recomputeNext"],
    why: "one piece at a time, killed in between",
  },
  "src/scores/days/pack-days.ts": { names: ["packNext"], why: "one day at a time" },
  "src/writer/upkeep/keep.ts": {
    names: ["runRound"],
    why: "one round of the stage at a time, with a clock of the test's",
  },
};

/** What is tested of the program as a whole: killed, frozen, starved; installed; and its scripts. */
const OF_THE_WHOLE = ["src/browser", "src/chaos", "src/engines", "src/install", "src/process", "src/scripts"];

/** Tests of a part that start a whole appliance: test/appliance/ingest for src/ingest. */
const WITH_AN_APPLIANCE = /^src\/appliance\/(?=history|http|ingest|insights|rubric)/;

const LONGEST_FILE = 300;

/** More files than this in one folder hold ideas that want separate folders. */
const FULLEST_FOLDER = 15;

/** Captured telemetry holds the paths of the machines it was captured on. */
const CAPTURED = /^test\/(fixtures|golden)\//;

/** A checkout in /app says nothing about a machine: any text may hold that word. */
const NAMES_A_MACHINE = dirname(ROOT) !== "/";

const sources = readSources();
const files = projectFiles();
const dashboard = readDashboard();
const imports = sources.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })));

describe("the flow", () => {
  test("names every part", () => {
    expect(sources.map(({ path }) => path).filter((path) => !FLOW.includes(partOf(path)))).toEqual([]);
  });

  test.each(FLOW)("%s imports nothing from a later part", (part) => {
    const later = FLOW.slice(FLOW.indexOf(part) + 1);
    const own = imports.filter(({ from }) => partOf(from) === part);
    expect(own.filter(({ to }) => later.includes(partOf(to)))).toEqual([]);
  });

  test("has no cycles, not even of types", () => {
    expect(findCycle(sources)).toEqual([]);
  });
});

describe("outside packages", () => {
  test.each(HOMES)("$packages are known in $home only", ({ packages, home }) => {
    const guests = imports.filter(({ from }) => !home.test(from));
    expect(guests.filter(({ to }) => packages.test(to))).toEqual([]);
  });
});

describe("what is exported", () => {
  const users = [...sources, ...dashboard, ...readScripts()];
  const imported = new Set(users.flatMap(importsOf));

  test("is imported by another file of the program when it is a value, except what is listed with its reason", () => {
    const unused = sources.flatMap(valuesOf).filter(({ path, name }) => !imported.has(`${path} ${name}`));
    const unlisted = unused.filter(({ path, name }) => !isListed(path, name));
    expect(unlisted.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test("is listed as an exception only while it is one", () => {
    const listed = Object.entries(ONLY_TESTED).flatMap(([path, { names }]) =>
      names.map((name) => `${path} ${name}`),
    );
    const values = new Set(sources.flatMap(valuesOf).map(({ path, name }) => `${path} ${name}`));
    expect(listed.filter((value) => imported.has(value) || !values.has(value))).toEqual([]);
  });

  test("is named somewhere else when it is a type", () => {
    const unused = sources.flatMap(typesOf).filter(({ path, name }) => !isNamed(path, name));
    expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});

describe("in the code", () => {
  test.each(ONLY_IN)("$what only in $place", ({ pattern, place }) => {
    const elsewhere = sources.filter(({ path }) => !place.test(path));
    expect(elsewhere.filter(({ code }) => pattern.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test("formulas know no store, no clock and no settings", () => {
    const isFormula = (path: string): boolean =>
      FORMULAS.test(path) && !DOORS.test(path) && !OTHER_DOORS.includes(path);
    expect(imports.filter(({ from, to }) => isFormula(from) && IMPURE.test(to))).toEqual([]);
  });

  test("what a class keeps to itself is called private", () => {
    expect(sources.filter(({ code }) => /\bthis\.#/.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test("no file stands for a folder", () => {
    expect(sources.map(({ path }) => path).filter((path) => basename(path) === "index.ts")).toEqual([]);
  });

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const long = sources.filter(({ text }) => text.trimEnd().split("\n").length > LONGEST_FILE);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test(`no folder but the list of dialects holds more than ${FULLEST_FOLDER} files side by side`, () => {
    const rooms = Map.groupBy(sources, ({ path }) => dirname(path));
    const full = [...rooms].filter(
      ([room, inside]) => inside.length > FULLEST_FOLDER && room !== "src/normaliser/dialects",
    );
    expect(full.map(([room]) => room)).toEqual([]);
  });

  test("every file says first what it is for", () => {
    const silent = sources.filter(({ text }) => !text.startsWith("/**"));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe("variables", () => {
  const everything = [...sources, ...dashboard, ...readScripts()];

  test("say what they hold, in words of their own", () => {
    const vague =
      /\b(?:const|let) (?:one|own|some|told)\b|[(,]\s*(?:one|own|some|told)\s*(?:[,)]|=>)|\((?:one|own|some|told):/;
    expect(everything.filter(({ code }) => vague.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test("that are ids are not side by side as plain text, where they could change places", () => {
    const exchangeable = /[(,]\s*(?:\w+I|i)d\??: string( \| null)?,\s*(?:\w+I|i)d\??: string/;
    expect(everything.filter(({ code }) => exchangeable.test(code)).map(({ path }) => path)).toEqual([]);
  });
});

describe("the dashboard", () => {
  test("knows the program by its types only, so that nothing of it gets into a browser", () => {
    const values = dashboard.flatMap(({ path, code }) =>
      [...code.matchAll(/^import (?!type )[^;]*from "[./]+\/src\/[^"]+"/gm)].map(
        ([line]) => `${path}: ${line}`,
      ),
    );
    expect(values).toEqual([]);
  });

  test("writes no HTML and no inline style, and evaluates no text", () => {
    const forbidden = /dangerouslySetInnerHTML|innerHTML|\beval\(|\sstyle=|document\.write/;
    expect(dashboard.filter(({ code }) => forbidden.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test("keeps nothing in the browser but the theme and the choice of a clock", () => {
    const keepers = dashboard.filter(({ code }) =>
      /\b(local|session)Storage\b|indexedDB|document\.cookie/.test(code),
    );
    expect(keepers.map(({ path }) => path)).toEqual([
      "embedded/dashboard/frame/clock-choice.ts",
      "embedded/dashboard/frame/theme.ts",
    ]);
  });

  test("has files of one idea that say first what they are for", () => {
    const unlike = dashboard.filter(
      ({ text }) => !text.startsWith("/**") || text.trimEnd().split("\n").length > LONGEST_FILE,
    );
    expect(unlike.map(({ path }) => path)).toEqual([]);
    const rooms = Map.groupBy(dashboard, ({ path }) => dirname(path));
    expect(
      [...rooms].filter(([, inside]) => inside.length > FULLEST_FOLDER + 5).map(([room]) => room),
    ).toEqual([]);
  });
});

describe("the project's files", () => {
  test("have names that say something", () => {
    expect(files.filter((path) => EMPTY_NAMES.test(path))).toEqual([]);
  });

  test("are tested in a folder of the same name", () => {
    const pages = dashboard.map(({ path }) => dirname(path).replace(/^embedded/, "src"));
    const folders = new Set([...sources.map(({ path }) => dirname(path)), ...pages, ...OF_THE_WHOLE]);
    const tests = files.filter((path) => /^test\/.+\/.+\.test\.ts$/.test(path));
    const folderOf = (path: string) =>
      dirname(path).replace(/^test/, "src").replace(WITH_AN_APPLIANCE, "src/");
    expect(tests.filter((path) => !folders.has(folderOf(path)))).toEqual([]);
  });

  test("lead to nothing outside the project", () => {
    const own = files.filter((path) => !CAPTURED.test(path));
    expect(own.flatMap((path) => pathsOut(path, readText(path)))).toEqual([]);
  });
});

interface Exported {
  path: string;
  name: string;
}

function valuesOf({ path, code }: Source): Exported[] {
  const declared = code.matchAll(/^export (?:abstract |async )*(?:function\*?|const|let|class|enum) (\w+)/gm);
  return [...declared].map(([, name = ""]) => ({ path, name }));
}

function typesOf({ path, code }: Source): Exported[] {
  return [...code.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => ({ path, name }));
}

/** Returns what a file imports by name, as "path name". */
function importsOf({ path, code }: Source): string[] {
  const statements = code.matchAll(
    /(?:import|export|const)\s+(?:type\s+)?\{([^}]*)\}\s*(?:from|= await import\()\s*"(\.[^"]+)"/g,
  );
  return [...statements].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((name) => {
      const [first = ""] = name
        .trim()
        .replace(/^type\s+/, "")
        .split(" as ");
      return `${normalize(join(dirname(path), from))} ${first.trim()}`;
    }),
  );
}

/** Tables are known to the test that asks every database the same. */
function isListed(path: string, name: string): boolean {
  const isTable = /[/-]tables?\.ts$/.test(path) && /^[A-Z_]+$/.test(name);
  return isTable || (ONLY_TESTED[path]?.names.includes(name) ?? false);
}

/** Whether a file that imports its file says its name, or its own file says it a second time. */
function isNamed(path: string, name: string): boolean {
  const word = new RegExp(`\\b${name}\\b`, "g");
  return sources.some((source) => {
    if (source.path !== path && !source.imports.includes(path)) return false;
    return (source.code.match(word)?.length ?? 0) > (source.path === path ? 1 : 0);
  });
}

/** The folder under src/, or the file's name when it is in no folder; the empty string outside src/. */
function partOf(path: string): string {
  return path.match(/^src\/([^/.]+)/)?.[1] ?? "";
}

/** Returns the paths of one cycle in order, or nothing when there is none. */
function findCycle(among: readonly Source[]): string[] {
  const next = new Map(among.map((source) => [source.path, source.imports]));
  const finished = new Set<string>();
  const walk = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return [];
    finished.add(path);
    return firstCycle(next.get(path) ?? [], (imported) => walk(imported, [...trail, path]));
  };
  return firstCycle([...next.keys()], (path) => walk(path, []));
}

function firstCycle(paths: readonly string[], walk: (path: string) => string[]): string[] {
  for (const path of paths) {
    const cycle = walk(path);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/**
 * Returns "file: path" for each path that leaves the project, except for the one that attackers ask a server
 * for.
 */
function pathsOut(file: string, text: string): string[] {
  const relative = text.match(/(?<![\w./])(\.\.\/)+(?!etc\/)\w[\w-]*/g) ?? [];
  const leaving = relative.filter((path) => normalize(join(dirname(file), path)).startsWith(".."));
  const absolute = NAMES_A_MACHINE && text.includes(`${ROOT}/`) ? [ROOT] : [];
  return [...leaving, ...absolute].map((path) => `${file}: ${path}`);
}
