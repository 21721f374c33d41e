/** One session as its page holds it: what was read, what follows from that, and which turn is looked at. */
import { useMemo } from "react";
import { useChangeParameters, useParameter } from "../../address/range.ts";
import { useCaller } from "../../frame/session-context.ts";
import type { SubSession, TimelinePage } from "./fetch-session.ts";
import { boundariesOf, type Boundary, type SessionTurn, type SessionWork, workOf } from "./session-turns.ts";

export interface OpenSession {
  session: TimelinePage["session"];
  subSessions: readonly SubSession[];
  work: SessionWork;
  boundaries: readonly Boundary<SubSession>[];
  /** Whether retention has removed raw records of it. */
  recordsRemoved: boolean;
  /** Whether more entries follow that were not read yet. */
  hasMore: boolean;
  /** Whether the caller may say where a sub-session begins. */
  mayChange: boolean;
  /** null: there is none. */
  chosen: SessionTurn | null;
  choose(turnIndex: number): void;
}

/** @param pages - The pages that were read, at least one. */
export function useOpenSession(pages: readonly TimelinePage[]): OpenSession | null {
  const { role, developer } = useCaller();
  const [asked] = useParameter("turn");
  const change = useChangeParameters();
  const work = useMemo(() => workOf(pages.flatMap(({ entries }) => entries)), [pages]);
  const [first] = pages;
  if (first === undefined) return null;
  const { session, subSessions, recordsRemoved } = first;
  const wanted = asked === null ? undefined : work.turns.find(({ index }) => String(index) === asked);
  return {
    session,
    subSessions,
    recordsRemoved,
    work,
    boundaries: boundariesOf(subSessions, work.turns),
    hasMore: pages.at(-1)?.nextCursor !== null,
    mayChange: role === "admin" || developer?.id === session.developer.id,
    chosen: wanted ?? work.turns[0] ?? null,
    // the list goes to the page that the turn is on
    choose: (turnIndex) => change({ turn: String(turnIndex), list: null }),
  };
}
