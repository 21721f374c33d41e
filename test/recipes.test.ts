/** The recipes of CONTRIBUTING.md name every file that the next one of a kind touches, on the server and on the pages. */
import { describe, expect, test } from "bun:test";
import { projectFiles, readDashboard, readSources, readText } from "./sources.ts";

interface Recipe {
  title: string;
  /** Files and folders, by their paths from the root. */
  paths: string[];
}

/** What is new in the example of each recipe; whatever imports it is a list that the recipe must name. */
const NEW: Readonly<Record<string, RegExp>> = {
  "An agent, such as opencode": /^src\/normaliser\/dialects\/opencode\//,
  "A metric, such as CRR": /^src\/metrics\/resets\/resets-score\.ts$/,
  "A list (an endpoint), such as the inputs of Skill":
    /^src\/scores\/inputs\/|^src\/http\/routes\/scores\/skill-inputs\.ts$/,
  "A chapter of reports, such as coaching":
    /^(src\/insights\/reports|embedded\/dashboard\/report)\/chapters\/coaching\.ts$/,
  "A stage (work that never ends), such as the baselines'": /^src\/metrics\/baselines\/keep-baselines\.ts$/,
};

/** How the example is named in code; whatever names it is a list as well. */
const NAMED: Readonly<Record<string, RegExp>> = {
  "An agent, such as opencode": /\bopencode\b/i,
  "A metric, such as CRR": /\bcrr\b/i,
};

const files = projectFiles();
const sources = [...readSources(), ...readDashboard()];
const recipes = recipesIn(readText("CONTRIBUTING.md"));

describe("the recipes", () => {
  test("are there for an agent, a metric, a list, a chapter and a stage", () => {
    expect(recipes.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(NEW)));
  });

  test.each(recipes)("$title: every file is where it says", ({ paths }) => {
    expect(paths.filter((path) => !files.some((file) => file === path || isIn(path, file)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(2);
  });

  test.each(Object.entries(NEW))("%s: no other file has to know it", (title, isNew) => {
    const paths = recipes.find((recipe) => recipe.title === title)?.paths ?? [];
    const knowing = sources.filter(({ imports }) => imports.some((path) => isNew.test(path)));
    const others = knowing.map(({ path }) => path).filter((path) => !isNew.test(path));
    expect(others.filter((path) => !isListed(paths, path))).toEqual([]);
    expect(others).not.toEqual([]);
  });

  test.each(Object.entries(NAMED))("%s: no other file names it", (title, name) => {
    const paths = recipes.find((recipe) => recipe.title === title)?.paths ?? [];
    const naming = sources.filter(({ path, code }) => name.test(code) && NEW[title]?.test(path) === false);
    expect(naming.map(({ path }) => path).filter((path) => !isListed(paths, path))).toEqual([]);
    expect(naming).not.toEqual([]);
  });
});

function isListed(paths: readonly string[], file: string): boolean {
  return paths.some((path) => path === file || isIn(path, file));
}

function isIn(folder: string, file: string): boolean {
  return folder.endsWith("/") && file.startsWith(folder);
}

function recipesIn(text: string): Recipe[] {
  const section = /^## Adding one more\n([^]*?)(?=^## )/m.exec(text)?.[1] ?? "";
  return section
    .split(/^### /m)
    .slice(1)
    .map((recipe) => {
      const [title = ""] = recipe.split("\n", 1);
      const paths = [...recipe.matchAll(/`((?:src|test|docs|embedded|scripts)\/[\w./-]+)`/g)].map(
        ([, path]) => path ?? "",
      );
      return { title, paths };
    });
}
