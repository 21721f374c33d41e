/** The developers by name; each leads to their names in telemetry. */
import { Link } from "wouter";
import { Pager } from "../../../parts/pager.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatCount } from "../../../words/numbers.ts";
import { formatDay } from "../../../words/times.ts";
import { usePagerOf } from "../list-place.ts";
import type { Person } from "./fetch-people.ts";

export interface PeopleListProps {
  developers: readonly Person[];
  total: number | null;
  nextCursor: string | null;
  /** The id of the developer who is shown next to the list. */
  chosen: string | null;
  /** Where a developer is shown. */
  addressOf(person: Person): string;
}

export function PeopleList({ developers, chosen, addressOf, ...page }: PeopleListProps) {
  const pager = usePagerOf("developers", { rows: developers, ...page });
  const columns: Column<Person>[] = [
    {
      title: "Name",
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
