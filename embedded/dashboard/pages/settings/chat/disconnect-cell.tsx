/** Disconnects Slack, after a question. */
import { useState } from "react";
import { Callout } from "../../../parts/callout.tsx";
import { Question } from "../../../parts/forms/question.tsx";
import { Cell } from "../../../parts/layout.tsx";
import type { Disconnecting } from "./fetch-chat.ts";

export interface DisconnectCellProps {
  /** Whether there is anything to disconnect. */
  isConnected: boolean;
  /** Held by the page, because what came of it is still shown when nothing is connected any more. */
  disconnect: Disconnecting;
}

export function DisconnectCell({ isConnected, disconnect }: DisconnectCellProps) {
  const [isAsking, ask] = useState(false);
  return (
    <Cell span={6} title="Disconnect">
      <p className="second">
        Slack takes the token back, and this server forgets it and the webhook address. A webhook itself stays
        in Slack until somebody deletes it there.
      </p>
      <p className="actions">
        <button type="button" className="button" disabled={!isConnected} onClick={() => ask(true)}>
          Disconnect Slack
        </button>
      </p>
      <div role="status" className="pad-top">
        {disconnect.data !== undefined && <Outcome message={disconnect.data.message} />}
      </div>
      {isAsking && (
        <Question
          title="Disconnect Slack?"
          verb="Disconnect"
          doing={disconnect.isPending ? "Disconnecting…" : null}
          problem={disconnect.error}
          agree={() => disconnect.mutate(undefined, { onSuccess: () => ask(false) })}
          close={() => ask(false)}
        >
          <p>Scheduled reports will not be posted until Slack is connected again. They are still made.</p>
        </Question>
      )}
    </Cell>
  );
}

function Outcome({ message }: { message: string | null }) {
  if (message === null) return <p className="second">Slack is disconnected.</p>;
  return (
    <Callout tone="warn" title="Disconnected here, but Slack did not confirm">
      {message}
    </Callout>
  );
}
