/** How one connection is: its state, since when, and what went wrong last. */
import type { ReactNode } from "react";
import type { ChatWebhook } from "../../../api/chat.ts";
import { Callout } from "../../../parts/callout.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Word } from "../../../parts/shape.tsx";
import { formatMoment } from "../../../words/times.ts";
import { sayBy } from "./chat-data.ts";

export interface ConnectionFactsProps {
  connection: ChatWebhook;
  /** What only this kind of connection has. */
  more?: readonly (readonly [string, ReactNode])[];
}

export function ConnectionFacts({ connection, more = [] }: ConnectionFactsProps) {
  const { state, connectedAt, workedAt, lastError } = connection;
  return (
    <>
      {lastError !== null && (
        <Callout
          tone={state === "connected" ? "warn" : "bad"}
          title={`Went wrong ${formatMoment(lastError.at)}`}
        >
          {lastError.message}
        </Callout>
      )}
      <div {...(lastError !== null && { className: "pad-top" })}>
        <Facts
          facts={[
            ...more,
            ["State", <State key="state" state={state} />],
            ["Connected", `${formatMoment(connectedAt)}, by ${sayBy(connection)}`],
            ["Last worked", workedAt === null ? "not used yet" : formatMoment(workedAt)],
          ]}
        />
      </div>
    </>
  );
}

function State({ state }: { state: ChatWebhook["state"] }) {
  return state === "connected" ? (
    <Word shape="tick" tone="good">
      connected
    </Word>
  ) : (
    <Word shape="diamond" tone="bad">
      connect again
    </Word>
  );
}
