/** Who the developers are, which names they have in telemetry, and whether two of them are one person. */
import { useLocation, useSearch } from "wouter";
import { useParameter } from "../../../address/range.ts";
import { useSearched, useSort } from "../../../address/sorting.ts";
import { Command } from "../../../parts/command.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { SearchBox } from "../../../parts/forms/search-box.tsx";
import { sayMatches } from "../../../words/matches.ts";
import { ForAdministrators } from "../for-administrators.tsx";
import { useListPlace } from "../list-place.ts";
import { SettingsHead } from "../settings-head.tsx";
import { PEOPLE_SORTS, type Person, usePeople, usePerson } from "./fetch-people.ts";
import { sayPeople } from "./people-data.ts";
import { PeopleList } from "./people-list.tsx";
import { PersonPanel } from "./person-panel.tsx";

export function DevelopersPage() {
  return (
    <ForAdministrators title="Developers">
      <Developers />
    </ForAdministrators>
  );
}

function Developers() {
  const [sorted, columnSort] = useSort(PEOPLE_SORTS, { sort: "name", order: "asc" });
  const [searched] = useSearched();
  const list = ["developers", searched ?? "", sorted.sort, sorted.order].join(".");
  const people = usePeople({ ...sorted, searched, cursor: useListPlace(list).cursor });
  const [chosen, choose] = useParameter("person");
  const person = usePerson(chosen);
  const addressOf = usePersonAddress();
  return (
    <>
      <SettingsHead title="Developers" asOf={people.dataUpdatedAt} />
      <Loaded
        query={people}
        what="The developers"
        bones="lines"
        empty={({ total }) => (total === 0 && searched === null ? <Nobody /> : null)}
      >
        {(found) => (
          <>
            <Answer note="A name that an administrator sets comes before what telemetry says. Merge names that mean one person. Delete a person who leaves, with everything that came from them.">
              {searched === null
                ? sayPeople(found.developers, found.total)
                : sayMatches(found.total, "developer", searched)}
            </Answer>
            <Row>
              <Cell span={7} title="Developers" right={<SearchBox name="Search developers" />}>
                <PeopleList
                  {...found}
                  list={list}
                  columnSort={columnSort}
                  chosen={person.data?.id ?? null}
                  addressOf={addressOf}
                />
              </Cell>
              <Cell span={5} title={person.data?.name ?? "One developer"}>
                <Chosen person={person} show={choose} />
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

function Chosen({ person, show }: { person: ReturnType<typeof usePerson>; show(id: string | null): void }) {
  const [asked] = useParameter("person");
  if (asked === null)
    return (
      <p className="second">
        Choose a developer to see their names in telemetry, and to rename, merge or delete them.
      </p>
    );
  return (
    <Loaded
      query={person}
      what="The developer"
      bones="lines"
      empty={(found) =>
        found === null ? (
          <Empty title="Nobody here is that developer">
            This developer was merged into somebody else, deleted, or belongs to another organization.
          </Empty>
        ) : null
      }
    >
      {(found) => found !== null && <PersonPanel key={found.id} person={found} show={show} />}
    </Loaded>
  );
}

/** Leads to a developer and stays on the page of the list. */
function usePersonAddress(): (person: Person) => string {
  const [path] = useLocation();
  const search = useSearch();
  return ({ id }) => {
    const parameters = new URLSearchParams(search);
    parameters.set("person", id);
    return `${path}?${parameters.toString()}`;
  };
}

function Nobody() {
  return (
    <Row>
      <Cell span={12}>
        <Empty title="No developer is known yet">
          A developer appears with their first record, or when a key or an account is made for them:
        </Empty>
        <Command>scoring keys create --developer ada@example.com</Command>
      </Cell>
    </Row>
  );
}
