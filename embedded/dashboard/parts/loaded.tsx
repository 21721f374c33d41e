/**
 * One answer of the API in whatever state it is: loading, empty, refused, failed, old, or there.
 *
 * What was shown stays while it is asked for again, and when that fails; then it says how old it is. When the server
 * is gone, the frame says so once for all parts.
 */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiProblem, isAway } from "../api/ask.ts";
import { clockName } from "../words/clock.ts";
import { formatSeconds } from "../words/times.ts";
import { Bones, type BoneShape } from "./bones.tsx";
import { Callout } from "./callout.tsx";

/** What is looked at of a query, so that one of many pages will do as well. */
type Asked<Data> = Pick<UseQueryResult<Data>, "data" | "error" | "dataUpdatedAt" | "isFetching"> & {
  refetch(): unknown;
};

export interface LoadedProps<Data> {
  query: Asked<Data>;
  /** As a sentence begins with it: "The scores". */
  what: string;
  /** The rough shape of what will be there, so that nothing jumps. */
  bones: BoneShape;
  /** Says that there is nothing to show, and then what to do. */
  empty?: (data: Data) => ReactNode;
  children(data: Data): ReactNode;
}

export function Loaded<Data>({ query, what, bones, empty, children }: LoadedProps<Data>) {
  const { data, error } = query;
  if (data === undefined) {
    if (error === null) return <Bones shape={bones} what={what} />;
    if (isAway(error)) return <p className="state second">{what} could not be read.</p>;
    return isRefusal(error) ? (
      <NoPermission problem={error} />
    ) : (
      <Failed query={query} what={what} problem={error} />
    );
  }
  return (
    <>
      {error !== null && !isAway(error) && <Stale query={query} what={what} />}
      {empty?.(data) ?? children(data)}
    </>
  );
}

function isRefusal(problem: Error): problem is ApiProblem {
  return problem instanceof ApiProblem && (problem.status === 403 || problem.status === 404);
}

interface StateProps {
  query: Asked<unknown>;
  what: string;
}

function Failed({ query, what, problem }: StateProps & { problem: Error }) {
  const requestId = problem instanceof ApiProblem ? problem.requestId : null;
  return (
    <div className="state">
      <Callout tone="bad" title={`${what} could not be read`}>
        {problem.message}
      </Callout>
      <p className="actions">
        <Again query={query} />
      </p>
      {requestId !== null && (
        <p className="note">
          The server&rsquo;s log knows this as request <span className="mono">{requestId}</span>.
        </p>
      )}
    </div>
  );
}

function Stale({ query, what }: StateProps) {
  return (
    <div className="stale">
      <Callout
        tone="warn"
        title={`As of ${formatSeconds(query.dataUpdatedAt)} ${clockName(query.dataUpdatedAt)}`}
      >
        {what} could not be read again since then. The page tries again automatically.
      </Callout>
      <Again query={query} />
    </div>
  );
}

function Again({ query }: { query: Asked<unknown> }) {
  return (
    <button type="button" className="button" disabled={query.isFetching} onClick={() => void query.refetch()}>
      {query.isFetching ? "Asking…" : "Try again"}
    </button>
  );
}

function NoPermission({ problem }: { problem: ApiProblem }) {
  return (
    <div className="state">
      <h2 className="state-say">
        {problem.status === 403 ? "You may not see this" : "There is nothing here"}
      </h2>
      <p className="second">
        {problem.status === 403
          ? problem.message
          : "It does not exist, or it belongs to somebody else and you may not see it."}
      </p>
      <p className="actions">
        <a className="button" href="/">
          Your overview
        </a>
      </p>
    </div>
  );
}
