/** The developers by name; each leads to their names in telemetry. */
import { Link } from "wouter";
import type { useSort } from "../../../address/sorting.ts";
import { Pager } from "../../../parts/pager.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatCount } from "../../../words/numbers.ts";
import { formatDay } from "../../../words/times.ts";
import { usePagerOf } from "../list-place.ts";
import type { PEOPLE_SORTS, Person } from "./fetch-people.ts";

export interface PeopleListProps {
  developers: readonly Person[];
  total: number | null;
  nextCursor: string | null;
  /** The id of the developer who is shown next to the list. */
  chosen: string | null;
  /** The list's name, another one when it is searched or sorted in another way. */
  list: string;
  columnSort: ReturnType<typeof useSort<(typeof PEOPLE_SORTS)[number]>>[1];
  /** Where a developer is shown. */
  addressOf(person: Person): string;
}

export function PeopleList({ developers, chosen, addressOf, list, columnSort, ...page }: PeopleListProps) {
  const pager = usePagerOf(list, { rows: developers, ...page });
  const columns: Column<Person>[] = [
    {
      title: "Name",
      sort: columnSort("name"),
      grows: true,
      cell: (person) => (
        <Link className="to" href={addressOf(person)}>
          {person.name}
        </Link>
      ),
    },
    {
      title: "E-mail",
      hidesBelow: 720,
      cell: ({ email }) => (
        <span className="nowrap">{email ?? <span className="quiet">not known</span>}</span>
      ),
    },
    {
      title: "Aliases",
      hidesBelow: 1280,
      align: "right",
      cell: ({ aliases }) => formatCount(aliases.length),
    },
    { title: "Sessions", align: "right", cell: ({ sessions }) => formatCount(sessions) },
    {
      title: "Newest",
      sort: columnSort("last_seen", "desc"),
      align: "right",
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? <span className="quiet">nothing</span> : formatDay(lastSeenAt),
    },
  ];
  return (
    <>
      <Table
        label="Developers"
        rows={developers}
        keyOf={({ id }) => id}
        isChosen={({ id }) => id === chosen}
        columns={columns}
      />
      <Pager {...pager} />
    </>
  );
}
