/** What the documents say about the program is true of it: commands, flags, paths, links. */
import { costTable } from "../scripts/document-judge-cost.ts";
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { settingRows } from "../scripts/document-settings.ts";
import { agentSettings, CONNECTABLE } from "../src/normaliser/connect/agent-settings.ts";
import { apiDocument } from "../src/http/api.ts";
import { ENVIRONMENT_NAMES, FILE_KEYS } from "../src/settings/names.ts";
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

const documents = projectFiles().filter(
  (path) => /^(README|CONTRIBUTING|STYLE|SECURITY)\.md$/.test(path) || /^docs\/.+\.md$/.test(path),
);
const commands = await readCommands();
const mentions = documents.flatMap(mentionsIn);

describe("the documents", () => {
  test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", "STYLE.md", "CHANGELOG.md", "LICENSE"])(
    "include %s",
    (path) => {
      expect(existsSync(join(ROOT, path))).toBe(true);
    },
  );

  test("link only to files that exist", () => {
    const broken = documents.flatMap((document) =>
      linksIn(document).filter((link) => !isThere(link, document)),
    );
    expect(broken).toEqual([]);
  });

  // longer pages are not read, and what two pages say soon differs: 28,000, and 1,000 for each later page: fairness, export,
  // history, MCP and scale-out
  test("have at most 35,000 words together", () => {
    const words = documents.flatMap((document) => readText(document).split(/\s+/).filter(Boolean));
    expect(words.length).toBeLessThanOrEqual(35_000);
  });

  test("name only paths of the project that exist", () => {
    const missing = documents.flatMap((path) =>
      pathsIn(path).filter((named) => !existsSync(join(ROOT, named))),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ["README.md", "takes? one to (\\w+) minutes"],
    ["CONTRIBUTING.md", "the tests take about\\s(\\w+) minutes"],
  ])('say in %s "%s" as ./install.sh --help does', (document, pattern) => {
    const minutesIn = (path: string) => new RegExp(pattern).exec(readText(path))?.[1];
    expect(minutesIn(document)).toBeDefined();
    expect(minutesIn(document)).toBe(minutesIn("install.sh"));
  });
});

describe("settings in the documents", () => {
  test("are in their table as the schema has them; bun scripts/document-settings.ts writes it", () => {
    const written = readText("docs/configuration.md").split("\n").filter(isRow).map(cellsOf);
    expect(written).toEqual(expect.arrayContaining(settingRows()));
  });

  test("have names that a file may hold", () => {
    const blocks = blocksIn("docs/configuration.md", "toml");
    const keys = blocks.flatMap((block) => [...block.matchAll(/^(\w+) = /gm)].map(([, key]) => key ?? ""));
    expect(keys.filter((key) => !FILE_KEYS.has(key))).toEqual([]);
    expect(keys).not.toEqual([]);
  });

  test("exist", () => {
    const named = [...documents, "Dockerfile"].flatMap(
      (path) => readText(path).match(/\bSCORING_[A-Z\d_]*[A-Z\d]/g) ?? [],
    );
    const spellings = (name: string) => [name, name.replace(/_FILE$/, "")];
    const isKnown = (name: string) =>
      spellings(name).some((one) => ENVIRONMENT_NAMES.has(one)) || CLIENTS_NAMES.has(name);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe("endpoints in the documents", () => {
  const paths = Object.entries((apiDocument() as { paths: Record<string, object> }).paths);
  const known = new Set(
    paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const isKnown = (named: string) => known.has(named) || known.has(named.replace(/[\w-]+$/, "{score}"));
  const named = documents.flatMap((document) =>
    [...readText(document).matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}.-]+\w}?)/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  );

  test("exist, with the method they are named with", () => {
    expect(named.filter((one) => !isKnown(one) && !OUTSIDE_THE_API.has(one))).toEqual([]);
  });

  test("of calls by curl exist", () => {
    const called = documents.flatMap((document) =>
      [...readText(document).matchAll(/(?:\$SCORING|127\.0\.0\.1:4318)(\/[\w/-]+(?:\.mjs)?)/g)].map(
        ([, path]) => path ?? "",
      ),
    );
    expect(called.filter((path) => !paths.some(([one]) => one === path))).toEqual([]);
    expect(called).not.toEqual([]);
  });

  test("are all in docs/api.md, except for removed ones and health checks", () => {
    const told = new Set(readText("docs/api.md").match(/\/[\w/{}.-]+\w}?|(?<=`)\/(?=`)/g));
    const hidden = paths.map(([path]) => path).filter((path) => !told.has(path) && !isRemoved(path));
    expect(hidden).toEqual([]);
  });
});

describe("measurements in the documents", () => {
  const source = ["measurements", "describe-judge"]
    .map((file) => readText(`src/appliance/observe/${file}.ts`))
    .join("\n");
  const families = new Map(
    [...source.matchAll(/(\w+)\(\s*"(scoring_\w+)"|name: "(scoring_\w+)"/g)].map(
      ([, kind = "", name, histogram]) => [name ?? histogram ?? "", /counter/i.test(kind)],
    ),
  );
  const shown = new Set([...families].map(([name, counts]) => (counts ? `${name}_total` : name)));

  test("exist", () => {
    const named = documents.flatMap(
      (path) => readText(path).match(/(?<=`|\(|^|\s)scoring_[a-z]+_[a-z_]+[a-z]/gm) ?? [],
    );
    expect(named.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("of the alert rules and of the dashboard for Grafana exist", () => {
    const named = ["alerts.yaml", "grafana.json"].flatMap(
      (file) => readText(`docs/monitoring/${file}`).match(/\bscoring_[a-z_]+(?=\{|\[|\s)/g) ?? [],
    );
    const ofHistograms = (name: string): string => name.replace(/_(bucket|sum|count)$/, "");
    expect(named.filter((name) => !shown.has(name) && !shown.has(ofHistograms(name)))).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });

  test("are all in docs/operations.md", () => {
    const told = readText("docs/operations.md");
    expect([...shown].filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
    expect(shown.size).toBeGreaterThan(30);
  });
});

describe("the agents' settings in docs/agents.md", () => {
  const told = readText("docs/agents.md");

  test.each(CONNECTABLE)("of %s are what scoring connect prints", (agent) => {
    const { blocks } = agentSettings(agent, {
      endpoint: "http://127.0.0.1:4318",
      key: "<API_KEY>",
      shell: "sh",
    });
    expect(blocks.filter(({ text }) => !told.includes(`\n${text}\n`))).toEqual([]);
    expect(told).toContain(`scoring connect ${agent}`);
  });
});

describe("the cost of a judge model", () => {
  test("is the cost of the rubric's prompt at the prices in effect", async () => {
    const told = (text: string) => text.match(/[\w.,-]+/g)?.filter((word) => !/^-+$/.test(word));
    const [table] = /(?<=<!-- cost -->\n)[^]*(?=<!-- \/cost -->)/.exec(readText("docs/judge.md")) ?? [];
    expect(told(table ?? "")).toEqual(told(await costTable()));
  });
});

describe("the tour", () => {
  const told = readText("docs/api.md");
  const session = JSON.parse(readText("docs/tour/codex-session.json")) as { resourceLogs: unknown[] };

  test("sends a body of OTLP logs that is there", () => {
    expect(told).toContain("docs/tour/codex-session.json");
    expect(session.resourceLogs.length).toBeGreaterThan(0);
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

/** Read by commands and the plugin, which ask a server; the server itself has no such settings. */
const CLIENTS_NAMES = new Set(["SCORING_API_KEY", "SCORING_ENDPOINT"]);

/** The document does not describe itself. */
const OUTSIDE_THE_API = new Set(["GET /v1/openapi.json"]);

function isRemoved(path: string): boolean {
  return path.startsWith("/v1/intelligence/") || path === "/v1/telemetry/vibe-metrics";
}

function isRow(line: string): boolean {
  return line.startsWith("| ");
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

function blocksIn(document: string, language: string): string[] {
  const fences = readText(document).matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"));
  return [...fences].map(([, block]) => block ?? "");
}

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

/** Lines of fenced blocks without their remarks, and what is between single backticks. */
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

/** Code spans that begin with one of the project's folders; a pattern with * or < means many. */
function pathsIn(document: string): string[] {
  const named = codeIn(document).flatMap(
    (code) => code.match(/(?<![\w/.-])(src|test|docs|scripts|embedded|\.ci)\/[\w./*<-]*/g) ?? [],
  );
  return named.filter((path) => !/[*<]/.test(path)).map((path) => path.replace(/[.,]$/, ""));
}
