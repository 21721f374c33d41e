/** Shows whether records arrive: the first thing to check when numbers do not change. */
import { useNewestRecord } from "../api/newest-record.ts";
import { Shape } from "../parts/shape.tsx";
import { now } from "../words/times.ts";
import { receivingState } from "./receiving-state.ts";
import { useCaller } from "./session-context.ts";

export function Receiving() {
  const { version, organization } = useCaller();
  const { shape, tone, says, newest } = receivingState(useNewestRecord(), now());
  return (
    <div>
      <span className="word">
        <Shape name={shape} tone={tone} />
        {says}
      </span>
      {newest !== null && (
        <>
          <br />
          {newest}
        </>
      )}
      <br />
      {`scoring ${version}${organization.name === "sample data" ? ", sample data" : ""}`}
    </div>
  );
}
