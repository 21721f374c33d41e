/** What is shown when not even the first question is answered. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Callout } from "../parts/callout.tsx";
import { Mark } from "../parts/icon.tsx";

export function NotReached({ problem, query }: { problem: Error; query: UseQueryResult }) {
  return (
    <main className="alone">
      <h1 className="brand">
        <Mark />
        scoring
      </h1>
      <Callout tone="bad" title="The dashboard could not be opened">
        {problem.message}
      </Callout>
      <p className="actions">
        <button type="button" className="button" onClick={() => void query.refetch()}>
          Try again
        </button>
        <a className="to" href="/sign-in">
          Sign in again
        </a>
      </p>
    </main>
  );
}
