/** Removes a developer for good: first what that would take, then the question. */
import { useState } from "react";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Question } from "../../../parts/forms/question.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Table } from "../../../parts/table.tsx";
import { formatCount } from "../../../words/numbers.ts";
import { type Person, type PurgeCount, usePurge, usePurgeCount } from "./fetch-people.ts";
import { removedBy } from "./people-data.ts";

export interface PurgePartProps {
  person: Person;
  /** Called when it cannot be stopped any more. */
  begun(): void;
}

export function PurgePart({ person, begun }: PurgePartProps) {
  const count = usePurgeCount(person.id);
  return (
    <>
      <p className="second">
        This deletes a person and everything that came from them. First see what that is; nothing is deleted
        yet.
      </p>
      <p className="actions">
        <button type="button" className="button" disabled={count.isPending} onClick={() => count.mutate()}>
          {count.isPending ? "Counting…" : "See what would be deleted"}
        </button>
      </p>
      <ProblemLine problem={count.error} />
      {count.data !== undefined && (
        <PurgeQuestion person={person} count={count.data} begun={begun} close={() => count.reset()} />
      )}
    </>
  );
}

interface PurgeQuestionProps extends PurgePartProps {
  count: PurgeCount;
  close(): void;
}

function PurgeQuestion({ person, count, begun, close }: PurgeQuestionProps) {
  const purge = usePurge(person.id);
  const [typed, type] = useState("");
  return (
    <Question
      title={`Delete ${person.name}?`}
      verb="Delete"
      doing={purge.isPending ? "Deleting…" : null}
      problem={purge.error}
      isReady={typed.trim() === person.name}
      agree={() => purge.mutate(undefined, { onSuccess: begun })}
      close={close}
    >
      <p>
        This deletes the following from the database and from the stored records within a minute. Earlier
        backups still contain it. It cannot be undone.
      </p>
      <Removals count={count} />
      <TextField name={`Type “${person.name}” to be sure`} autoComplete="off" value={typed} change={type} />
    </Question>
  );
}

function Removals({ count }: { count: PurgeCount }) {
  const removed = removedBy(count);
  if (removed.length === 0) return <p>Only the name and the e-mail: this person never sent anything.</p>;
  return (
    <Table
      label="What is deleted"
      rows={removed}
      keyOf={({ what }) => what}
      columns={[
        { title: "What", cell: ({ what }) => what },
        { title: "Count", align: "right", cell: ({ count: number }) => formatCount(number) },
      ]}
    />
  );
}
