/** The accounts; each leads to what can be changed of it. */
import { Link } from "wouter";
import { useAddressWith, useParameter } from "../../../address/range.ts";
import type { useSort } from "../../../address/sorting.ts";
import { Pager } from "../../../parts/pager.tsx";
import { Word } from "../../../parts/shape.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { sayLabel } from "../../../words/labels.ts";
import { formatAgo, now } from "../../../words/times.ts";
import { usePagerOf } from "../list-place.ts";
import { roleName } from "../roles.ts";
import { stateOf } from "./accounts-data.ts";
import type { Account, ACCOUNT_SORTS } from "./fetch-accounts.ts";

export interface AccountListProps {
  accounts: readonly Account[];
  total: number | null;
  nextCursor: string | null;
  /** The list's name, another one when it is searched or sorted in another way. */
  list: string;
  columnSort: ReturnType<typeof useSort<(typeof ACCOUNT_SORTS)[number]>>[1];
}

export function AccountList({ accounts, list, columnSort, ...page }: AccountListProps) {
  const [chosen] = useParameter("account");
  const addressWith = useAddressWith();
  const pager = usePagerOf(list, { rows: accounts, ...page });
  return (
    <>
      <Table
        label="Accounts"
        rows={accounts}
        keyOf={({ id }) => id}
        isChosen={({ id }) => id === chosen}
        columns={columnsWith(({ id }) => addressWith({ account: id }), columnSort)}
      />
      <Pager {...pager} />
    </>
  );
}

function columnsWith(
  addressOf: (account: Account) => string,
  columnSort: AccountListProps["columnSort"],
): Column<Account>[] {
  return [
    {
      title: "E-mail",
      grows: true,
      sort: columnSort("email"),
      cell: (account) => <Person account={account} address={addressOf(account)} />,
    },
    { title: "Role", cell: ({ role }) => roleName(role) },
    { title: "Labels", hidesBelow: 1280, cell: ({ labels }) => <Labels labels={labels} /> },
    {
      title: "Last sign-in",
      sort: columnSort("last_sign_in", "desc"),
      hidesBelow: 720,
      cell: ({ lastSignInAt }) => (
        <span className="nowrap">
          {lastSignInAt === null ? <span className="quiet">never</span> : formatAgo(lastSignInAt, now())}
        </span>
      ),
    },
    { title: "State", cell: (account) => <State account={account} /> },
  ];
}

function Person({ account: { email, name }, address }: { account: Account; address: string }) {
  return (
    <>
      <Link className="to" href={address}>
        {email}
      </Link>{" "}
      {name !== null && <span className="account-name">{name}</span>}
    </>
  );
}

/** All of them in one line, which is cut where there is no room. */
function Labels({ labels }: { labels: readonly string[] }) {
  const said = labels.map(sayLabel).join(", ");
  return (
    <span className="account-labels" title={said}>
      {said}
    </span>
  );
}

function State({ account }: { account: Account }) {
  const { shape, tone, says } = stateOf(account);
  return (
    <Word shape={shape} tone={tone}>
      {says}
    </Word>
  );
}
