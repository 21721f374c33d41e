/** What the demo's developers want done: each part of each repository, in each kind of work, with every prompt for it. */
import { COMMITS, CORRECTIONS, FOLLOW_UPS } from "./later-prompts.ts";
import { type Level, type MarkedPrompt, markPrompt, type Template } from "./marked.ts";
import { type Kind, OPENINGS, QUESTIONS } from "./openings.ts";
import { ORDERS_API } from "./orders-api.ts";
import type { Part, Repository } from "./part.ts";
import { WEB_SHOP } from "./web-shop.ts";

type Many<One> = readonly [One, ...One[]];

/** Prompts of one purpose, by how well they ask. */
export type ByLevel = Readonly<Record<Level, Many<MarkedPrompt>>>;

/** Something that somebody wants done. */
export interface Goal {
  part: Part;
  kind: Kind;
  /** The first is the one that is mostly written. */
  files: Many<string>;
  /** The message of its commit. */
  commit: string;
  openings: ByLevel;
  followUps: ByLevel;
  corrections: ByLevel;
  commits: ByLevel;
  questions: Many<MarkedPrompt>;
}

const PARTS: Readonly<Record<Repository, readonly Part[]>> = {
  "orders-api": ORDERS_API,
  "web-shop": WEB_SHOP,
};

/** Where a developer of the demo has a repository checked out. */
export function folderOf(repository: Repository): string {
  return `/home/dev/${repository}`;
}

const made = new Map<Repository, Many<Goal>>();

/** Returns every goal of a repository; they are made when they are first asked for. */
export function goalsOf(repository: Repository): Many<Goal> {
  const known = made.get(repository);
  if (known !== undefined) return known;
  const kinds = Object.keys(OPENINGS) as Kind[];
  const goals = PARTS[repository].flatMap((part) => kinds.map((kind) => makeGoal(part, kind)));
  made.set(repository, goals as unknown as Many<Goal>);
  return goals as unknown as Many<Goal>;
}

/** Returns every goal of the demo. */
export function allGoals(): Goal[] {
  return (Object.keys(PARTS) as Repository[]).flatMap(goalsOf);
}

function makeGoal(part: Part, kind: Kind): Goal {
  const commit = `${part.scope}: ${doneBy(part)[kind]}`;
  return {
    part,
    kind,
    files: kind === "test" ? [part.testFile] : [part.file, part.testFile, part.other],
    commit,
    openings: marked(OPENINGS[kind], part),
    followUps: marked(FOLLOW_UPS, part),
    corrections: marked(CORRECTIONS, part),
    commits: marked(COMMITS, part, (text) => text.replace("{scope}: COMMIT", commit)),
    questions: markEach(QUESTIONS, part),
  };
}

function doneBy({ fixed, feature, piece, edges, symbol }: Part): Readonly<Record<Kind, string>> {
  return {
    fix: fixed,
    feature: `add ${feature}`,
    refactor: `move ${piece} to a file of its own`,
    test: `test ${edges[0]}`,
    docs: `explain ${symbol}`,
  };
}

function marked(
  templates: Readonly<Record<Level, Many<Template>>>,
  part: Part,
  change: (text: string) => string = (text) => text,
): ByLevel {
  const of = (level: Level) => markEach(templates[level], part, change);
  return { good: of("good"), fair: of("fair"), weak: of("weak") };
}

function markEach(
  templates: Many<Template>,
  part: Part,
  change: (text: string) => string = (text) => text,
): Many<MarkedPrompt> {
  const mark = (template: Template) => markPrompt({ ...template, text: change(template.text) }, part);
  const [first, ...others] = templates;
  return [mark(first), ...others.map(mark)];
}
