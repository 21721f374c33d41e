/** What a language model wrote about the session; nothing where it has written nothing. */
import { formatMoment } from "../../words/times.ts";
import { useSummary } from "./fetch-session.ts";

/** @remarks Takes `sessionId`, also of a session that goes on: then it says what was so far. */
export function SessionSummary({ sessionId }: { sessionId: string }) {
  const written = useSummary(sessionId).data;
  if (written?.summary == null || written.generatedAt === null) return null;
  return (
    <>
      <br />
      <span className="second">{written.summary}</span> Summed up by {written.model},{" "}
      {formatMoment(written.generatedAt)}.
    </>
  );
}
