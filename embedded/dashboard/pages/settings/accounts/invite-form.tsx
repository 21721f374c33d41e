/** Invites a person to sign in as themselves. */
import { type FormEvent, useState } from "react";
import { DeveloperEmailField } from "../../../parts/forms/developer-email-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Go } from "../../../parts/links.tsx";
import { Word } from "../../../parts/shape.tsx";
import { asRole } from "../roles.ts";
import { AccountFields } from "./account-fields.tsx";
import { type AccountDraft, newDraft, wishOf } from "./accounts-data.ts";
import { type Account, useInvite } from "./fetch-accounts.ts";
import { LinkPart } from "./link-part.tsx";

export function InviteForm() {
  const invite = useInvite();
  const [draft, setDraft] = useState<AccountDraft>(newDraft);
  if (invite.data !== undefined)
    return (
      <Invited
        account={invite.data}
        done={() => {
          invite.reset();
          setDraft(newDraft());
        }}
      />
    );
  const change = (changes: Partial<AccountDraft>): void => setDraft({ ...draft, ...changes });
  const wish = wishOf(draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wish !== null) invite.mutate({ email: draft.email.trim(), ...wish });
  };
  return (
    <form className="form" onSubmit={submit}>
      <DeveloperEmailField
        name="E-mail"
        note="Work of the developer with this e-mail is theirs. A new e-mail adds a developer."
        isRequired
        value={draft.email}
        change={(email) => change({ email })}
      />
      <AccountFields draft={draft} change={change} />
      <ProblemLine problem={invite.error} />
      <button type="submit" className="button primary" disabled={invite.isPending || wish === null}>
        {invite.isPending ? "Inviting…" : "Invite"}
      </button>
    </form>
  );
}

function Invited({ account: { id, email, role }, done }: { account: Account; done(): void }) {
  return (
    <>
      <p role="status">
        <Word shape="tick" tone="good">
          The account was made
        </Word>
      </p>
      <p className="second pad-top">
        <b className="account-email">{email}</b> may sign in as {asRole(role)}. Nothing was sent to them.
      </p>
      <h3 className="sub-head">How they sign in</h3>
      <LinkPart id={id} />
      <h3 className="sub-head">Their agents</h3>
      <p className="second">Agents send with a key, which an account does not replace.</p>
      <p className="actions">
        <button type="button" className="button" onClick={done}>
          Invite another person
        </button>
        <Go href="/settings/keys">Create a key</Go>
      </p>
    </>
  );
}
