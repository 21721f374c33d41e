/** Whether records arrive: the first thing to look at when numbers stand still. */
import { useNewestRecord } from "../api/newest-record.ts";
import { Shape } from "../parts/shape.tsx";
import { formatAgo, now } from "../words/times.ts";
import { useCaller } from "./session-context.ts";

const QUIET_AFTER_MS = 3_600_000;

export function Receiving() {
  const { version, organization } = useCaller();
  const { data, error } = useNewestRecord();
  const release = `scoring ${version}${organization.name === "sample data" ? ", sample data" : ""}`;
  if (error !== null)
    return <Told shape="diamond" tone="bad" says="The server does not answer" more={release} />;
  if (data === undefined) return <Told shape="ring" tone="quiet" says="Asking…" more={release} />;
  if (data === null) return <Told shape="ring" tone="quiet" says="Nothing received yet" more={release} />;
  const isQuiet = now() - Date.parse(data.at) > QUIET_AFTER_MS;
  return (
    <Told
      shape={isQuiet ? "half" : "dot"}
      tone={isQuiet ? "quiet" : "good"}
      says={isQuiet ? "Quiet" : "Receiving"}
      more={`newest record ${formatAgo(data.at, now())}`}
      release={release}
    />
  );
}

interface ToldProps {
  shape: "diamond" | "ring" | "half" | "dot";
  tone: "bad" | "quiet" | "good";
  says: string;
  more: string;
  release?: string;
}

function Told({ shape, tone, says, more, release }: ToldProps) {
  return (
    <div>
      <span className="word">
        <Shape name={shape} tone={tone} />
        {says}
      </span>
      <br />
      {more}
      {release !== undefined && (
        <>
          <br />
          {release}
        </>
      )}
    </div>
  );
}
