/** Answers what is written of one session. */
import { z } from "zod";
import type { Database } from "../../../database/open.ts";
import { type ReadScope, rowsToRead } from "../../../identity/scope.ts";
import { findSessionNames } from "../../../normaliser/table.ts";
import { describeSessions } from "../../../sessions/listed/list-sessions.ts";
import { findNamed } from "../../../sessions/listed/listed-table.ts";
import { OUTCOMES } from "../../../turns/outcomes/outcome-kind.ts";
import { readSummary, type SummaryRow } from "../../../turns/titles/titles-table.ts";
import { readLastOutcome } from "./session-words-table.ts";
import type { AgentSessionId } from "../../../vocabulary/held-name.ts";
import { isoTime } from "../../../vocabulary/times.ts";

/** What is known of a session in words. */
export const SUMMARY_ANSWER = z.object({
  sessionId: z.string(),
  title: z.string().nullable().describe("As the list of sessions has it."),
  summary: z.string().nullable().describe("null until a judge model has written one."),
  outcome: z.enum(OUTCOMES).describe("Of its last sub-session."),
  generatedAt: z.iso.datetime().nullable(),
  model: z.string().nullable().describe("Which judge model wrote it."),
});

export type SummaryAnswer = z.infer<typeof SUMMARY_ANSWER>;

/** Returns that of the one who began last where several have the id; null where none may be read. */
export async function describeSummary(
  database: Database,
  { scope, sessionId }: { scope: ReadScope; sessionId: AgentSessionId },
): Promise<SummaryAnswer | null> {
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return null;
  const { developers, developerIds } = readable;
  const sessions = await findSessionNames(database, organization, sessionId);
  const [found] = await findNamed(database, { organization, developers: developerIds }, sessions);
  if (found === undefined) return null;
  const [listed] = await describeSessions(database, [found], { organization, developers });
  const outcome = await readLastOutcome(database, { organization, session: found.session });
  const written = await readSummary(database, organization, found.session);
  return {
    sessionId,
    title: listed?.title ?? null,
    outcome: outcome ?? "unknown",
    ...describeWritten(written),
  };
}

function describeWritten(
  written: SummaryRow | null,
): Pick<SummaryAnswer, "summary" | "generatedAt" | "model"> {
  if (written === null) return { summary: null, generatedAt: null, model: null };
  const { summary, model, written_at } = written;
  return { summary, generatedAt: isoTime(written_at), model };
}
