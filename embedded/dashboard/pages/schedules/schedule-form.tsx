/** Makes a schedule, or changes one. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { NarrativeField } from "../../parts/forms/narrative-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { PlaceFields } from "../../parts/places/place-fields.tsx";
import { MessagePreview } from "./message-preview.tsx";
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
    // on a phone it is below the list
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
      <TextField
        name="Name"
        note="The title of the message."
        required
        maxLength={200}
        placeholder="Weekly report"
        value={draft.name}
        change={(name) => change({ name })}
      />
      <TimingFields draft={draft} change={change} />
      <ChoiceField
        name="Report of"
        choices={WINDOWS}
        chosen={draft.window}
        choose={(window) => change({ window })}
      />
      <WhoseField
        name="About"
        everybody="Everybody together"
        value={draft.developer}
        change={(developer) => change({ developer })}
      />
      <NarrativeField value={draft.narrative} change={(narrative) => change({ narrative })} />
      <PlaceFields
        draft={draft}
        change={change}
        without="Without a destination the report is kept here and not sent."
      />
      <MessagePreview draft={draft} />
      <ProblemLine problem={save.error} />
      <Buttons isBusy={save.isPending} cancel={isEdited ? close : null} />
    </form>
  );
}

const WINDOWS = [
  { value: "day", text: "The day before" },
  { value: "week", text: "The week before, from Monday" },
  { value: "month", text: "The month before" },
] as const;

interface ButtonsProps {
  isBusy: boolean;
  /** null for a new schedule. */
  cancel: (() => void) | null;
}

function Buttons({ isBusy, cancel }: ButtonsProps) {
  const verb = cancel === null ? "Create the schedule" : "Save the changes";
  return (
    <p className="actions">
      <button type="submit" className="button primary" disabled={isBusy}>
        {isBusy ? "Saving…" : verb}
      </button>
      {cancel !== null && (
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      )}
    </p>
  );
}
