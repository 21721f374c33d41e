/** One developer: their names in telemetry, and what can be changed. */
import { developerSessionsAddress } from "../../../address/developer-address.ts";
import { useEffect, useRef, useState } from "react";
import { Facts } from "../../../parts/facts.tsx";
import { To } from "../../../parts/links.tsx";
import { OwnData } from "../../../parts/saving/own-data.tsx";
import { Word } from "../../../parts/shape.tsx";
import { formatCount } from "../../../words/numbers.ts";
import { formatMoment } from "../../../words/times.ts";
import { type Person, useWatchedRemoval } from "./fetch-people.ts";
import { MergeForm } from "./merge-form.tsx";
import { aliasName, saySource } from "./people-data.ts";
import { PurgePart } from "./purge-part.tsx";
import { RenameForm } from "./rename-form.tsx";

export interface PersonPanelProps {
  person: Person;
  /** Shows another developer; null: nobody. */
  show(id: string | null): void;
}

export function PersonPanel({ person, show }: PersonPanelProps) {
  const [isLeaving, setLeaving] = useState(false);
  useWatchedRemoval(isLeaving);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // on a phone it is below the list
    const top = panel.current?.getBoundingClientRect().top ?? 0;
    if (top > innerHeight) panel.current?.scrollIntoView({ block: "center" });
  }, []);
  if (isLeaving)
    return (
      <p role="status">
        <Word shape="half" tone="warn">
          {person.name} is being deleted
        </Word>
        <span className="second block-line">
          The keys are revoked, and the account has ended; within a minute the records, rows and names are
          gone.
        </span>
      </p>
    );
  return (
    <div ref={panel}>
      <PersonFacts person={person} />
      <h3 className="sub-head">Called</h3>
      <RenameForm person={person} />
      <h3 className="sub-head">The same person as somebody else?</h3>
      <MergeForm person={person} merged={show} />
      <h3 className="sub-head">Hand over</h3>
      <OwnData id={person.id} name={person.name} />
      <h3 className="sub-head">Delete</h3>
      <PurgePart person={person} begun={() => setLeaving(true)} />
    </div>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { id, email, sessions, lastSeenAt, aliases } = person;
  return (
    <Facts
      facts={[
        ["E-mail", email ?? <span className="quiet">not known</span>],
        ["Known by", saySource(person)],
        [
          "Sessions",
          <To key="sessions" href={developerSessionsAddress(id)}>
            {formatCount(sessions)}
          </To>,
        ],
        [
          "Newest record",
          lastSeenAt === null ? <span className="quiet">none</span> : formatMoment(lastSeenAt),
        ],
        [
          "In telemetry",
          aliases.length === 0 ? (
            <span className="quiet">no name in telemetry yet</span>
          ) : (
            <ul key="aliases" className="aliases">
              {aliases.map(({ kind, value }) => (
                <li key={`${kind} ${value}`}>
                  <span className="quiet">{aliasName(kind)}</span> <span className="mono">{value}</span>
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}
