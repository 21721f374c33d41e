/** Rows of `GET /v1/admin/coverage`: parameters and response. */
import { z } from "zod";
import type { ReadScope } from "../../identity/scope.ts";
import { AGENTS } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";

const SHARE = z.number().min(0).max(1);

/** One agent's version, and in which share of its sessions each fact was seen. */
export const AGENT_COVERAGE = z.object({
  agent: z.enum(AGENTS),
  version: z.string().nullable().describe("null: the agent does not report it."),
  sessions: z.int().min(1),
  facts: z
    .object({
      prompts: SHARE,
      promptText: SHARE.describe("The text of at least one prompt."),
      tokens: SHARE,
      cost: SHARE.describe("A cost that the agent itself reports."),
      latency: SHARE.describe("How long a model call took."),
      firstToken: SHARE.describe("How long a model call took to its first token."),
      decisions: SHARE.describe(
        "An acceptance or a rejection of a tool call, a person's or an automatic one.",
      ),
      edits: SHARE,
      commits: SHARE,
      compaction: SHARE,
      imported: SHARE.describe("A turn from an agent's own files, which show no waiting time."),
    })
    .describe("Share of the sessions in which the fact was seen."),
  untold: z
    .array(
      z.object({
        fact: z.enum(["cost", "firstToken", "accepts", "rejections", "compaction"]),
        without: z
          .enum(["logs", "metrics", "traces"])
          .nullable()
          .describe("The signal that would show it; null: nothing would."),
      }),
    )
    .describe(
      "Facts that this agent does not report, so that a share of 0 does not say they never happened.",
    ),
});

export type AgentCoverage = z.infer<typeof AGENT_COVERAGE>;

/** What is asked for. */
export interface CoverageQuery {
  scope: ReadScope;
  /** Sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
}
