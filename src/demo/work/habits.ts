/** The eight developers of the demo and how each of them works; their scores follow from these numbers. */
import {
  DAY,
  HOUR,
  type Milliseconds,
  type Ratio,
  type Seconds,
  type Tokens,
} from "../../vocabulary/units.ts";
import type { DemoAgent, Person } from "./session.ts";

/** How somebody works with agents. */
export interface Habits extends Person {
  /** Share of prompts that leave nothing open. */
  asksWell: Ratio;
  /** Drawn from for each sitting; naming one twice makes it twice as likely. */
  agents: readonly [DemoAgent, ...DemoAgent[]];
  /** When the day begins, from midnight UTC. */
  dayBegins: Milliseconds;
  /** Sittings on a working day, at least and at most. */
  sittings: readonly [number, number];
  /** Goals in one sitting, at least and at most. */
  goals: readonly [number, number];
  /** Prompts for one goal, the one that opens it included, at least and at most. */
  prompts: readonly [number, number];
  /** Median time from the end of the agent's work to the next prompt. */
  thinks: Seconds;
  /** Share of prompts after the first that correct what the agent did. */
  corrects: Ratio;
  /** Share of edits that are refused where the agent asks. */
  refuses: Ratio;
  /** Share of prompts that are followed by a bare "thanks" or "ok". */
  acknowledges: Ratio;
  /** Share of turns with edits in which the tests are run. */
  tests: Ratio;
  /** Share of goals that end in a commit. */
  commits: Ratio;
  /** Share of goals after which the context is thrown away. */
  resets: Ratio;
  /** Files read before the first edit, at least and at most: a prompt that names the place needs fewer. */
  reads: readonly [number, number];
  /** What rules files and tools put into every context. */
  carries: Tokens;
  /** The MCP server that finds the first file; null for somebody who has none. */
  server: string | null;
  /** Share of sittings on the agent's cheaper model, where it has one. */
  cheaper: Ratio;
  /** Tokens that a tool's answer adds to the context, median. */
  toolAnswer: Tokens;
  /** The newest sessions that there are; null for all. Somebody who has just come has few. */
  sessionsInAll: number | null;
  /** What the habits come to in the weeks after the third; null for somebody who works on as before. */
  becomes: Readonly<Partial<Becoming>> | null;
}

/** Habits that change over time. */
export type Becoming = Pick<
  Habits,
  "asksWell" | "corrects" | "refuses" | "tests" | "commits" | "thinks" | "cheaper"
>;

const USUAL = {
  repository: "orders-api",
  sendsText: true,
  asksWell: 0.5,
  approves: true,
  dayBegins: 8 * HOUR,
  sittings: [1, 1],
  goals: [2, 3],
  prompts: [2, 4],
  thinks: 26,
  corrects: 0.15,
  refuses: 0.04,
  acknowledges: 0.2,
  tests: 0.6,
  commits: 0.55,
  resets: 0.3,
  reads: [1, 2],
  carries: 22_000,
  server: null,
  cheaper: 0,
  toolAnswer: 2_200,
  sessionsInAll: null,
  becomes: null,
} as const satisfies Omit<Habits, "name" | "email" | "agents">;

/** From the fourth week on the agent's cheaper model does part of the same work. */
const TRIES_CHEAPER: Partial<Becoming> = { cheaper: 0.4 };

/** Two teams of four; what is behind each line is said above it, and the rest is as usual. */
export const DEVELOPERS: readonly Habits[] = [
  // Names files, runs the tests, commits, and begins each goal with an empty context.
  {
    ...USUAL,
    ...person("Ada Okafor"),
    agents: ["claude-code"],
    asksWell: 0.8,
    corrects: 0.08,
    tests: 0.85,
    commits: 0.8,
    resets: 0.75,
    reads: [1, 2],
    server: "code-search",
  },
  // Asks vaguely and then corrects; learns to say it in the first prompt.
  {
    ...USUAL,
    ...person("Bram de Wit"),
    agents: ["codex", "claude-code"],
    asksWell: 0.05,
    prompts: [3, 5],
    corrects: 0.5,
    refuses: 0.15,
    tests: 0.4,
    commits: 0.4,
    thinks: 34,
    becomes: { asksWell: 0.85, corrects: 0.06, refuses: 0.03, tests: 0.85, commits: 0.8, thinks: 18 },
  },
  // One session for the whole day, which gets fuller and fuller.
  {
    ...USUAL,
    ...person("Chiara Conti"),
    agents: ["codex"],
    asksWell: 0.45,
    sittings: [1, 1],
    goals: [3, 4],
    resets: 0,
    carries: 34_000,
    server: "code-search",
    toolAnswer: 5_200,
    becomes: TRIES_CHEAPER,
  },
  // Answers within seconds.
  {
    ...USUAL,
    ...person("Dmitri Volkov"),
    agents: ["codex", "claude-code", "gemini"],
    asksWell: 0.35,
    approves: false,
    thinks: 10,
    corrects: 0.12,
  },
  // As usual in everything.
  {
    ...USUAL,
    ...person("Elif Yilmaz"),
    repository: "web-shop",
    agents: ["gemini"],
    goals: [2, 3],
    dayBegins: 7 * HOUR,
  },
  // Thinks long, asks once, spends little.
  {
    ...USUAL,
    ...person("Farah Haddad"),
    repository: "web-shop",
    agents: ["qwen", "qwen", "claude-code"],
    asksWell: 0.7,
    thinks: 65,
    prompts: [2, 3],
    corrects: 0.06,
    reads: [0, 2],
    carries: 9_000,
    toolAnswer: 900,
    dayBegins: 9 * HOUR,
  },
  // Keeps the text of prompts private, and one goal to a session; tries the cheaper model for the same work.
  {
    ...USUAL,
    ...person("Goran Petrov"),
    repository: "web-shop",
    sendsText: false,
    agents: ["codex"],
    sittings: [3, 5],
    goals: [2, 2],
    resets: 1,
    carries: 60_000,
    acknowledges: 0.1,
    becomes: TRIES_CHEAPER,
  },
  // Came this week.
  {
    ...USUAL,
    ...person("Hana Sato"),
    repository: "web-shop",
    agents: ["claude-code"],
    asksWell: 0.4,
    goals: [1, 1],
    prompts: [2, 3],
    corrects: 0.1,
    sessionsInAll: 2,
  },
];

const BECOMES_FROM: Milliseconds = 21 * DAY;
const BECOMES_WITHIN: Milliseconds = 28 * DAY;

/** Returns the habits of somebody who has worked for some time. */
export function habitsAfter(habits: Habits, worked: Milliseconds): Habits {
  const { becomes } = habits;
  if (becomes === null) return habits;
  const share = Math.min(1, Math.max(0, (worked - BECOMES_FROM) / BECOMES_WITHIN));
  const names = Object.keys(becomes) as (keyof Becoming)[];
  const now = names.map((name) => [
    name,
    habits[name] + share * ((becomes[name] ?? habits[name]) - habits[name]),
  ]);
  return { ...habits, ...(Object.fromEntries(now) as Partial<Becoming>) };
}

function person(name: string): Pick<Habits, "name" | "email"> {
  return { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` };
}
