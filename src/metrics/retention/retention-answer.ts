/** Rows of `GET /scoring/sessions/quality-retention`: parameters and response. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../identity/developers/answer.ts";
import type { ReadScope } from "../../identity/scope.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** One session's quality retention, over its sub-sessions that start in the window. */
export const SESSION_RETENTION = z.object({
  sessionId: z.string(),
  developer: DEVELOPER_ANSWER,
  qr: z.number().min(0).max(100).describe("Share of the edits that were kept."),
  tier: z.enum(["decisions", "survival", "commit"]).describe("The best evidence that edits were judged by."),
  edits: z.int().min(1).describe("Edits on which something has been decided."),
  retained: z.int().min(0),
  startedAt: z.iso.datetime().describe("Start of its first sub-session in the window."),
});

export type SessionRetention = z.infer<typeof SESSION_RETENTION>;

/** Where a page ends. Sessions are sorted by the share that they kept; of equal ones, the latest comes first. */
export const RETENTION_POSITION = z.object({ share: z.number(), startedAt: z.int(), session: z.string() });
export type RetentionPosition = z.infer<typeof RETENTION_POSITION>;

/** What is asked for. */
export interface RetentionQuery {
  scope: ReadScope;
  /** Sub-sessions that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  /** A developer's id or e-mail as asked for. */
  developer: string | null;
  limit: number;
  after: RetentionPosition | null;
}

/** The sessions that kept least. */
export interface RetentionPage {
  sessions: SessionRetention[];
  /** Sessions with edits that count, exact up to 10,000; null beyond. */
  total: number | null;
  next: RetentionPosition | null;
}
