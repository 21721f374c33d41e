/** A list without a row: what to choose instead. */
import { Empty } from "../../parts/empty.tsx";
import { OnceArrived } from "../../parts/once-arrived.tsx";

export function NoMatches({ what }: { what: "session" | "task" }) {
  return (
    <OnceArrived>
      <Empty title={`No ${what} matches`}>
        Choose a longer time range, take a filter away, or choose somebody else.
      </Empty>
    </OnceArrived>
  );
}
