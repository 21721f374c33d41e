/** The eight developers of the demo and how each of them works; their scores follow from these numbers. */
import type { Milliseconds, Ratio, Seconds, Tokens } from "../../vocabulary/units.ts";
import { HOUR } from "../../vocabulary/units.ts";
import type { DemoAgent, Person } from "./session.ts";

/** How somebody works with agents. */
export interface Habits extends Person {
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
  /** Tokens that a tool's answer adds to the context, median. */
  toolAnswer: Tokens;
  /** The newest sessions that there are; null for all. Somebody who has just come has few. */
  sessionsInAll: number | null;
}

const USUAL = {
  sendsText: true,
  approves: true,
  dayBegins: 8 * HOUR,
  sittings: [1, 2],
  goals: [2, 4],
  prompts: [2, 5],
  thinks: 26,
  corrects: 0.15,
  refuses: 0.04,
  acknowledges: 0.2,
  tests: 0.6,
  commits: 0.55,
  resets: 0.3,
  reads: [1, 4],
  carries: 22_000,
  toolAnswer: 2_200,
  sessionsInAll: null,
} as const satisfies Omit<Habits, "name" | "email" | "agents">;

/** What stands behind each line is said above it; the rest is as usual. */
export const DEVELOPERS: readonly Habits[] = [
  // Names files, runs the tests, commits, and begins each goal with an empty context.
  {
    ...USUAL,
    ...person("Ada Okafor"),
    agents: ["claude-code"],
    corrects: 0.08,
    tests: 0.85,
    commits: 0.8,
    resets: 0.75,
    reads: [1, 2],
  },
  // Asks vaguely and then corrects.
  {
    ...USUAL,
    ...person("Bram de Wit"),
    agents: ["codex", "claude-code"],
    prompts: [3, 6],
    corrects: 0.45,
    refuses: 0.12,
    commits: 0.4,
    reads: [2, 5],
  },
  // One session for the whole day, which gets fuller and fuller.
  {
    ...USUAL,
    ...person("Chiara Conti"),
    agents: ["codex"],
    sittings: [1, 1],
    goals: [4, 6],
    resets: 0,
    carries: 34_000,
    toolAnswer: 5_200,
  },
  // Answers within seconds.
  {
    ...USUAL,
    ...person("Dmitri Volkov"),
    agents: ["codex", "claude-code", "gemini"],
    approves: false,
    thinks: 10,
    prompts: [2, 4],
    corrects: 0.12,
  },
  // As usual in everything.
  { ...USUAL, ...person("Elif Yilmaz"), agents: ["gemini"], dayBegins: 7 * HOUR },
  // Thinks long, asks once, spends little.
  {
    ...USUAL,
    ...person("Farah Haddad"),
    agents: ["qwen", "qwen", "claude-code"],
    thinks: 65,
    prompts: [2, 3],
    corrects: 0.06,
    reads: [0, 2],
    carries: 9_000,
    toolAnswer: 900,
    dayBegins: 9 * HOUR,
  },
  // Keeps the text of prompts private, and one goal to a session.
  {
    ...USUAL,
    ...person("Goran Petrov"),
    sendsText: false,
    agents: ["codex", "claude-code"],
    sittings: [4, 6],
    goals: [1, 1],
    acknowledges: 0.1,
  },
  // Came this week.
  {
    ...USUAL,
    ...person("Hana Sato"),
    agents: ["claude-code"],
    sittings: [1, 2],
    goals: [1, 1],
    prompts: [2, 3],
    corrects: 0.1,
    sessionsInAll: 2,
  },
];

function person(name: string): Pick<Habits, "name" | "email"> {
  return { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` };
}
