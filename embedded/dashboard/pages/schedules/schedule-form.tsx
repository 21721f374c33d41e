/** Makes a schedule, or changes one. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "../../parts/forms/field.tsx";
import { NarrativeField } from "../../parts/forms/narrative-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { DestinationFields } from "./destination-fields.tsx";
import { type Schedule, useSaveSchedule } from "./fetch-schedules.ts";
import { type Draft, draftOf, newDraft, wishOf } from "./schedules-data.ts";
import { TimingFields } from "./timing-fields.tsx";

export interface ScheduleFormProps {
  /** null: a new one. */
  edited: Schedule | null;
  /** Leaves the one that is changed. */
  close(): void;
}

export function ScheduleForm({ edited, close }: ScheduleFormProps) {
  const fresh = (): Draft => newDraft(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [draft, setDraft] = useState(() => (edited === null ? fresh() : draftOf(edited)));
  const isEdited = edited !== null;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // on a phone it stands below the list
    if (isEdited) form.current?.querySelector("input")?.focus();
  }, [isEdited]);
  const save = useSaveSchedule(edited?.id ?? null);
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(wishOf(draft), { onSuccess: () => (isEdited ? close() : setDraft(fresh())) });
  };
  return (
    <form ref={form} className="form" onSubmit={submit}>
      <NameField value={draft.name} change={(name) => change({ name })} />
      <TimingFields draft={draft} change={change} />
      <WindowField value={draft.window} change={(window) => change({ window })} />
      <WhoseField
        name="About"
        everybody="Everybody together"
        value={draft.developer}
        change={(developer) => change({ developer })}
      />
      <NarrativeField value={draft.narrative} change={(narrative) => change({ narrative })} />
      <DestinationFields draft={draft} change={change} />
      <ProblemLine problem={save.error} />
      <p className="actions">
        <button type="submit" className="button primary" disabled={save.isPending}>
          {save.isPending ? "Saving…" : isEdited ? "Save the changes" : "Make the schedule"}
        </button>
        {isEdited && (
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        )}
      </p>
    </form>
  );
}

function NameField({ value, change }: { value: string; change(name: string): void }) {
  return (
    <Field name="Name" note="It is the title of the message.">
      {(id) => (
        <input
          id={id}
          className="input"
          required
          maxLength={200}
          placeholder="Weekly report"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

const WINDOWS = [
  { value: "day", text: "The day before" },
  { value: "week", text: "The week before, from Monday" },
  { value: "month", text: "The month before" },
] as const;

function WindowField({ value, change }: { value: Draft["window"]; change(window: Draft["window"]): void }) {
  return (
    <Field name="Report of">
      {(id) => (
        <select
          id={id}
          className="select wide"
          value={value}
          onChange={(event) =>
            change(WINDOWS.find((window) => window.value === event.target.value)?.value ?? value)
          }
        >
          {WINDOWS.map((window) => (
            <option key={window.value} value={window.value}>
              {window.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
