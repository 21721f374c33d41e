/** The keys, and the question before one is revoked. */
import { useState } from "react";
import type { useSort } from "../../../address/sorting.ts";
import { useParameter } from "../../../address/range.ts";
import { Pager } from "../../../parts/pager.tsx";
import { Question } from "../../../parts/forms/question.tsx";
import { To } from "../../../parts/links.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatAgo, formatDate, formatDay, now } from "../../../words/times.ts";
import { usePagerOf } from "../list-place.ts";
import { type KEY_SORTS, type KeyRow, useRevokeKey } from "./fetch-keys.ts";
import { sayScopes } from "./say-scopes.ts";

export interface KeyListProps {
  keys: readonly KeyRow[];
  total: number | null;
  nextCursor: string | null;
  /** The list's name, another one when it is searched or sorted in another way. */
  list: string;
  columnSort: ReturnType<typeof useSort<(typeof KEY_SORTS)[number]>>[1];
}

export function KeyList({ keys, list, columnSort, ...page }: KeyListProps) {
  const [asked, askAbout] = useState<KeyRow | null>(null);
  // as the list of refused senders names it
  const [chosen] = useParameter("key");
  const pager = usePagerOf(list, { rows: keys, ...page });
  return (
    <>
      <Table
        label="Keys"
        rows={keys}
        keyOf={({ id }) => id}
        isChosen={({ id }) => id === chosen}
        columns={columnsWith(askAbout, columnSort)}
      />
      <Pager {...pager} />
      {asked !== null && <Revoke key={asked.id} row={asked} close={() => askAbout(null)} />}
    </>
  );
}

function columnsWith(
  revoke: (row: KeyRow) => void,
  columnSort: KeyListProps["columnSort"],
): Column<KeyRow>[] {
  return [
    { title: "Name", grows: true, sort: columnSort("name"), cell: ({ name }) => name },
    { title: "Whose", hidesBelow: 720, cell: (row) => <Whose row={row} /> },
    { title: "May", hidesBelow: 720, cell: ({ scopes }) => sayScopes(scopes) },
    {
      title: "Created",
      sort: columnSort("created", "desc"),
      hidesBelow: 1280,
      cell: ({ createdAt }) => <span className="nowrap">{formatDay(createdAt)}</span>,
    },
    {
      title: "Last used",
      sort: columnSort("last_used", "desc"),
      cell: (row) => <span className="nowrap">{sayUse(row)}</span>,
    },
    { title: "Last day", hidesBelow: 1280, cell: (row) => <span className="nowrap">{sayEnd(row)}</span> },
    {
      title: "Revoked",
      align: "right",
      cell: (row) =>
        row.revokedAt === null ? <RevokeButton row={row} ask={revoke} /> : formatDay(row.revokedAt),
    },
  ];
}

function Whose({ row: { developer } }: { row: KeyRow }) {
  if (developer === null) return <span className="quiet nowrap">shared</span>;
  return (
    <span className="nowrap">
      <To href={`/settings/developers?person=${developer.id}`}>{developer.name}</To>
    </span>
  );
}

function sayUse({ lastUsedAt }: KeyRow) {
  return lastUsedAt === null ? <span className="quiet">never</span> : formatAgo(lastUsedAt, now());
}

function sayEnd({ endsAt }: KeyRow) {
  return endsAt === null ? <span className="quiet">never</span> : formatDate(Date.parse(endsAt) - 1);
}

function RevokeButton({ row, ask }: { row: KeyRow; ask(row: KeyRow): void }) {
  return (
    <button type="button" className="button small" aria-label={`Revoke ${row.name}`} onClick={() => ask(row)}>
      Revoke
    </button>
  );
}

function Revoke({ row, close }: { row: KeyRow; close(): void }) {
  const revoke = useRevokeKey();
  return (
    <Question
      title={`Revoke the key “${row.name}”?`}
      verb="Revoke the key"
      doing={revoke.isPending ? "Revoking…" : null}
      problem={revoke.error}
      agree={() => revoke.mutate(row.id, { onSuccess: close })}
      close={close}
    >
      <p>
        From now on the server refuses this key, and browsers signed in with it are signed out. What it sent
        before stays. A revoked key cannot be restored.
      </p>
    </Question>
  );
}
