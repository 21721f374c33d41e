/** Splits a sub-session before a turn, or joins two where one begins. */
import type { useSetBoundary } from "./fetch-session.ts";
import type { OpenSession } from "./open-session.ts";
import { subSessionOf, type SessionTurn } from "./session-turns.ts";

export interface BoundaryButtonProps {
  open: OpenSession;
  turn: SessionTurn;
  change: ReturnType<typeof useSetBoundary>;
  className?: string;
  /** -1 in a list of many: whoever uses the keyboard chooses the turn, whose panel has the button too. */
  tabIndex?: -1;
}

/** Nothing where the caller may not, or no sub-session can begin: at the first prompt, and where there is none. */
export function BoundaryButton(props: BoundaryButtonProps) {
  const { open, turn, change, className = "button small", tabIndex } = props;
  const { mayChange, subSessions, boundaries, work } = open;
  const firstPrompt = work.turns.find(({ promptId }) => promptId !== null);
  const here = subSessionOf(subSessions, turn);
  if (!mayChange || here === undefined || turn.promptId === null || turn === firstPrompt) return null;
  const begins = boundaries.find(({ turnIndex }) => turnIndex === turn.index);
  const set = (action: "split" | "join"): void =>
    change.mutate({ action, turnIndex: turn.index, subSessionId: here.id });
  if (begins === undefined)
    return (
      <button
        type="button"
        className={className}
        tabIndex={tabIndex}
        disabled={change.isPending}
        onClick={() => set("split")}
      >
        Split before {turn.index}
      </button>
    );
  const { index } = begins.subSession;
  return (
    <button type="button" className={className} disabled={change.isPending} onClick={() => set("join")}>
      Join {index} and {index + 1}
    </button>
  );
}

/** What became of the last change, for everybody who listens. */
export function BoundaryNews({ change }: { change: ReturnType<typeof useSetBoundary> }) {
  const { data, error, variables } = change;
  const did = variables?.action === "join" ? "Joined" : "Split";
  return (
    <p className={error === null ? "boundary-news" : "boundary-news bad"} role="status">
      {error !== null && `Nothing changed: ${error.message}`}
      {data !== undefined &&
        `${did} before turn ${variables.turnIndex}: now ${data.subSessions.length} tasks. Their scores follow in a moment.`}
    </p>
  );
}
