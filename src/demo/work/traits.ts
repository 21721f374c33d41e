/** What differs between the agents in how they work; how they report it is in the wire files. */
import type { Milliseconds, Ratio, Tokens } from "../../vocabulary/units.ts";
import type { DemoAgent } from "./session.ts";

/** How an agent works. */
export interface Traits {
  model: string;
  /** The next cheaper model of the same provider; null where the demo's people try none. */
  cheaper: string | null;
  /** The model's context window. */
  window: Tokens;
  /**
   * The agent's own instructions and tool descriptions.
   *
   * @see The captured sessions of embedded/demo.
   */
  instructions: Tokens;
  /** Median time for one token of output. */
  perToken: Milliseconds;
  /** Share of the window at which the agent summarizes the conversation by itself. */
  compactsAt: Ratio;
  /** The command that begins an empty context gives the conversation a new id. */
  resetBeginsSession: boolean;
  /** Ids of sessions begin with the time (UUID version 7). */
  timedIds: boolean;
}

export const TRAITS: Readonly<Record<DemoAgent, Traits>> = {
  "claude-code": {
    model: "claude-sonnet-5",
    cheaper: null,
    window: 200_000,
    instructions: 14_000,
    perToken: 20,
    compactsAt: 0.92,
    resetBeginsSession: true,
    timedIds: false,
  },
  codex: {
    model: "gpt-5.4",
    cheaper: "gpt-5.4-mini",
    window: 272_000,
    instructions: 9_800,
    perToken: 22,
    compactsAt: 0.9,
    resetBeginsSession: true,
    timedIds: true,
  },
  gemini: {
    model: "gemini-2.5-pro",
    cheaper: null,
    window: 1_048_576,
    instructions: 12_200,
    perToken: 17,
    compactsAt: 0.5,
    resetBeginsSession: true,
    timedIds: false,
  },
  qwen: {
    model: "qwen3-coder-plus",
    cheaper: null,
    window: 200_000,
    instructions: 19_500,
    perToken: 16,
    compactsAt: 0.7,
    resetBeginsSession: false,
    timedIds: false,
  },
};
