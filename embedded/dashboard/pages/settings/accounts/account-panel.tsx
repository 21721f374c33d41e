/** One account: what is known of it, what the person may do, and its end. */
import { Fragment, type ReactNode } from "react";
import { useCaller } from "../../../frame/session-context.ts";
import { Facts } from "../../../parts/facts.tsx";
import { useDraftForm } from "../../../parts/forms/draft-form.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { To } from "../../../parts/links.tsx";
import { Word } from "../../../parts/shape.tsx";
import { formatDate, formatMoment } from "../../../words/times.ts";
import { AccountFields } from "./account-fields.tsx";
import { draftOf, stateOf, wishOf } from "./accounts-data.ts";
import { EndPart } from "./end-part.tsx";
import { LinkPart } from "./link-part.tsx";
import { type Account, type AccountWish, useChangeAccount, useInvite } from "./fetch-accounts.ts";

export interface AccountPanelProps {
  account: Account;
  /** Leaves it for the form for a new one. */
  close(): void;
}

export function AccountPanel({ account, close }: AccountPanelProps) {
  const isOwn = useCaller().account?.id === account.id;
  if (account.endedAt !== null)
    return (
      <>
        <AccountFacts account={account} />
        <h3 className="sub-head">Open it again</h3>
        <p className="second account-says">
          The person may then sign in again, with the role that you choose.
        </p>
        <OpenAgain account={account} close={close} />
      </>
    );
  return (
    <>
      <AccountFacts account={account} />
      <h3 className="sub-head">What they are called and may do</h3>
      <Change account={account} close={close} isOwn={isOwn} />
      <h3 className="sub-head">Sign-in link</h3>
      <LinkPart id={account.id} />
      {!isOwn && (
        <>
          <h3 className="sub-head">End</h3>
          <EndPart account={account} />
        </>
      )}
    </>
  );
}

function AccountFacts({ account }: { account: Account }) {
  const { email, developer, createdAt, lastSignInAt } = account;
  const { shape, tone, says } = stateOf(account);
  const facts: [string, ReactNode][] = [
    [
      "State",
      <Word key="state" shape={shape} tone={tone}>
        {says}
      </Word>,
    ],
    [
      "E-mail",
      <span key="email" className="account-email">
        {email}
      </span>,
    ],
    ["Own work", <Fragment key="work">{sayWork(developer)}</Fragment>],
    ["Invited", formatDate(createdAt)],
    [
      "Last sign-in",
      lastSignInAt === null ? <span className="quiet">never</span> : formatMoment(lastSignInAt),
    ],
  ];
  return <Facts facts={facts} />;
}

function sayWork(developer: Account["developer"]): ReactNode {
  if (developer === null) return <span className="quiet">deleted</span>;
  return <To href={`/settings/developers?person=${developer.id}`}>{developer.name}</To>;
}

function Change({ account, close, isOwn }: AccountPanelProps & { isOwn: boolean }) {
  const change = useChangeAccount(account.id);
  const save = (wish: AccountWish, after: { onSuccess(): void }): void =>
    change.mutate(isOwn ? { name: wish.name } : wish, after);
  return (
    <AccountForm
      account={account}
      close={close}
      save={save}
      verb={change.isPending ? null : "Save the changes"}
      problem={change.error}
      roleStays={isOwn ? "This is your own account: another admin can change its role or end it." : null}
    />
  );
}

function OpenAgain({ account, close }: AccountPanelProps) {
  const invite = useInvite();
  return (
    <AccountForm
      account={account}
      close={close}
      save={(wish, after) => invite.mutate({ email: account.email, ...wish }, after)}
      verb={invite.isPending ? null : "Open again"}
      problem={invite.error}
      roleStays={null}
    />
  );
}

interface AccountFormProps extends AccountPanelProps {
  save(wish: AccountWish, after: { onSuccess(): void }): void;
  /** null while it is saved. */
  verb: string | null;
  problem: Error | null;
  roleStays: string | null;
}

function AccountForm({ account, close, save, verb, problem, roleStays }: AccountFormProps) {
  const { draft, change, canSave, form } = useDraftForm({
    isEdited: true,
    first: () => draftOf(account),
    next: () => draftOf(account),
    wishOf,
    save,
    close,
  });
  return (
    <form {...form}>
      <AccountFields draft={draft} change={change} roleStays={roleStays} />
      <ProblemLine problem={problem} />
      <p className="actions">
        <button type="submit" className="button primary" disabled={verb === null || !canSave}>
          {verb ?? "Saving…"}
        </button>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}
