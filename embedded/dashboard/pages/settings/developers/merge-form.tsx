/** Says that two developers are one person. */
import { useState } from "react";
import { useDevelopers } from "../../../api/developers.ts";
import { Combobox } from "../../../parts/combobox/combobox.tsx";
import { Question } from "../../../parts/forms/question.tsx";
import { type Person, useMerge } from "./fetch-people.ts";

export interface MergeFormProps {
  person: Person;
  /** Gets the id of the one who is left. */
  merged(id: string): void;
}

export function MergeForm({ person, merged }: MergeFormProps) {
  const [into, choose] = useState<string | null>(null);
  const [isAsking, ask] = useState(false);
  const merge = useMerge(person.id);
  const others = (useDevelopers().data ?? []).filter(({ id }) => id !== person.id);
  const other = others.find(({ id }) => id === into);
  return (
    <>
      <div className="field-row">
        <Combobox
          label="The other developer"
          among={others.map(({ id, name, email }) => ({
            id,
            name: email === null || email === name ? name : `${name}, ${email}`,
          }))}
          all="Choose a developer"
          chosen={into}
          choose={choose}
        />
        <button type="button" className="button" disabled={other === undefined} onClick={() => ask(true)}>
          Merge…
        </button>
      </div>
      {isAsking && other !== undefined && (
        <Question
          title={`Are ${person.name} and ${other.name} one person?`}
          verb="Merge them"
          doing={merge.isPending ? "Merging…" : null}
          problem={merge.error}
          agree={() => merge.mutate(other.id, { onSuccess: ({ id }) => merged(id) })}
          close={() => ask(false)}
        >
          <p>
            Everything that was ever sent as {person.name} counts for {other.name}, who is left; their
            sessions are computed again within seconds. A merge cannot be undone.
          </p>
        </Question>
      )}
    </>
  );
}
