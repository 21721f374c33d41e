/** What a judge model wrote about the session; nothing where it has written nothing. */
import { formatMoment } from "../../words/times.ts";
import { useSummary } from "./fetch-session.ts";

/** @param sessionId - May be a session that is still open: then the summary covers its work so far. */
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
