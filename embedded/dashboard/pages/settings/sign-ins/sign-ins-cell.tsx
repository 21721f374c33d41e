/** The browsers that are signed in, with the caller's key or account, or for an admin with anybody's. */
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Cell } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useListPlace, usePagerOf } from "../list-place.ts";
import { type SignInRow, useEndOthers, useEndSignIn, useSignIns, type Whose } from "./fetch-sign-ins.ts";
import { SignInTable } from "./sign-in-table.tsx";

const LIST = "sign-ins";

export function SignInsCell({ whose }: { whose: Whose }) {
  const signIns = useSignIns(whose, useListPlace(LIST).cursor);
  return (
    <Cell span={12} title="Sign-ins">
      <p className="second">
        {whose === "own"
          ? "The browsers that are signed in as you are. Sign out those that you do not know."
          : "The browsers that are signed in to the dashboard, with any key or account."}
      </p>
      <div className="pad-top">
        <Loaded query={signIns} what="The sign-ins" bones="lines">
          {(found) => <SignIns {...found} whose={whose} />}
        </Loaded>
      </div>
    </Cell>
  );
}

interface SignInsProps {
  signIns: readonly SignInRow[];
  total: number | null;
  nextCursor: string | null;
  whose: Whose;
}

function SignIns({ signIns, whose, ...page }: SignInsProps) {
  const end = useEndSignIn();
  const pager = usePagerOf(LIST, { rows: signIns, ...page });
  if (signIns.length === 0) return <p className="state second">No browser is signed in.</p>;
  return (
    <>
      <SignInTable
        signIns={signIns}
        whose={whose}
        end={(id) => end.mutate(id)}
        ending={end.isPending ? end.variables : null}
      />
      <ProblemLine problem={end.error} />
      {page.total !== signIns.length && <Pager {...pager} />}
      {whose === "own" && signIns.some(({ current }) => !current) && <EndOthers />}
    </>
  );
}

function EndOthers() {
  const end = useEndOthers();
  return (
    <>
      <p className="actions">
        <button
          type="button"
          className="button"
          disabled={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          {end.isPending ? "Signing out…" : "Sign out all other browsers"}
        </button>
      </p>
      <ProblemLine problem={end.error} />
    </>
  );
}
