/** Ends an account, after a question. */
import { useState } from "react";
import { Question } from "../../../parts/forms/question.tsx";
import { calledOf } from "./accounts-data.ts";
import { type Account, useEndAccount } from "./fetch-accounts.ts";

export function EndPart({ account }: { account: Account }) {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <p className="second account-says">
        The person is signed out everywhere and does not get in again. You can open the account again later.
      </p>
      <button type="button" className="button" onClick={() => ask(true)}>
        End the account…
      </button>
      {isAsking && <End account={account} close={() => ask(false)} />}
    </>
  );
}

function End({ account, close }: { account: Account; close(): void }) {
  const end = useEndAccount(account.id);
  return (
    <Question
      title={`End the account of ${calledOf(account)}?`}
      verb="End the account"
      doing={end.isPending ? "Ending…" : null}
      problem={end.error}
      agree={() => end.mutate(undefined, { onSuccess: close })}
      close={close}
    >
      <p>
        Every browser that is signed in with it is signed out, and no provider, passkey or link lets the
        person in.
      </p>
      <p>
        What stays: their keys, so their agents go on sending, and everything that was sent. Revoke keys under
        Keys; delete a person under Developers.
      </p>
    </Question>
  );
}
