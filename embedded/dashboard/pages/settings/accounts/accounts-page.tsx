/** Who may sign in as themselves, and what each of them may do; invites people, changes and ends their accounts. */
import { useParameter } from "../../../address/range.ts";
import { useSearched, useSort } from "../../../address/sorting.ts";
import { useDevelopers } from "../../../api/developers.ts";
import { useLabels } from "../../../api/labels.ts";
import { Empty } from "../../../parts/empty.tsx";
import { SearchBox } from "../../../parts/forms/search-box.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { sayMatches } from "../../../words/matches.ts";
import { ForAdministrators } from "../for-administrators.tsx";
import { useListPlace } from "../list-place.ts";
import { SettingsHead } from "../settings-head.tsx";
import { AccountList } from "./account-list.tsx";
import { AccountPanel } from "./account-panel.tsx";
import { calledOf, sayAccounts } from "./accounts-data.ts";
import { ACCOUNT_SORTS, useAccount, useAccounts } from "./fetch-accounts.ts";
import { InviteForm } from "./invite-form.tsx";

export function AccountsPage() {
  return (
    <ForAdministrators title="Accounts">
      <Accounts />
    </ForAdministrators>
  );
}

function Accounts() {
  const [sorted, columnSort] = useSort(ACCOUNT_SORTS, { sort: "email", order: "asc" });
  const [searched] = useSearched();
  const list = ["accounts", searched ?? "", sorted.sort, sorted.order].join(".");
  const accounts = useAccounts({ ...sorted, searched, cursor: useListPlace(list).cursor });
  // asked now, so that the form does not ask only once the accounts are there
  useDevelopers();
  useLabels();
  const isEmpty = accounts.data?.total === 0 && searched === null;
  return (
    <>
      <SettingsHead title="Accounts" asOf={accounts.dataUpdatedAt} />
      {accounts.data !== undefined && !isEmpty && (
        <Answer note="An account is for a person in a browser; agents send with keys. A change of the role counts from the next second on.">
          {searched === null
            ? sayAccounts(accounts.data.accounts, accounts.data.total)
            : sayMatches(accounts.data.total, "account", searched)}
        </Answer>
      )}
      <Row>
        <Cell span={8} title="Accounts" right={isEmpty ? undefined : <SearchBox name="Search accounts" />}>
          <Loaded
            query={accounts}
            what="The accounts"
            bones="lines"
            empty={() => (isEmpty ? <NoAccounts /> : null)}
          >
            {(found) => <AccountList {...found} list={list} columnSort={columnSort} />}
          </Loaded>
        </Cell>
        {/* outside of what is loaded: what is typed stays when the list changes */}
        <FormCell />
      </Row>
    </>
  );
}

function NoAccounts() {
  return (
    <Empty
      title="Nobody has an account yet"
      action={
        <a className="to" href="/docs/accounts">
          How people sign in
        </a>
      }
    >
      On a laptop one key is enough. Where a team uses the server, invite each person: they sign in as
      themselves, without a password, and see what their role allows. Work of the developer with the same
      e-mail is theirs at once.
    </Empty>
  );
}

/** One account, when the address names it; else the form for a new one. */
function FormCell() {
  const [asked, choose] = useParameter("account");
  const account = useAccount(asked);
  if (asked === null)
    return (
      <Cell span={4} title="Invite a person">
        <InviteForm />
      </Cell>
    );
  const leave = (): void => choose(null);
  const found = account.data ?? null;
  return (
    <Cell span={4} title={found === null ? "One account" : calledOf(found)}>
      <Loaded
        query={account}
        what="The account"
        bones="lines"
        empty={(data) => (data === null ? <NoSuchAccount close={leave} /> : null)}
      >
        {(data) =>
          data !== null && <AccountPanel key={`${data.id} ${data.endedAt}`} account={data} close={leave} />
        }
      </Loaded>
    </Cell>
  );
}

function NoSuchAccount({ close }: { close(): void }) {
  return (
    <Empty
      title="Nobody here has that account"
      action={
        <button type="button" className="button" onClick={close}>
          Invite a person
        </button>
      }
    >
      It was deleted with everything about the person, or belongs to another organization.
    </Empty>
  );
}
