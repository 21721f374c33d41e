/** Makes a schedule, or changes one. */
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { DraftButtons, useDraftForm } from "../../parts/forms/draft-form.tsx";
import { LabelsField } from "../../parts/forms/labels-field.tsx";
import { NarrativeField } from "../../parts/forms/narrative-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { PlaceFields } from "../../parts/places/place-fields.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { type Schedule, useSaveSchedule } from "./fetch-schedules.ts";
import { type Draft, draftOf, newDraft, wishOf } from "./schedules-data.ts";
import { type DraftProps, TimingFields } from "./timing-fields.tsx";

export interface ScheduleFormProps {
  /** null: a new one. */
  edited: Schedule | null;
  /** Leaves the one that is changed. */
  close(): void;
}

export function ScheduleForm({ edited, close }: ScheduleFormProps) {
  const isEdited = edited !== null;
  const fresh = (): Draft => newDraft(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const save = useSaveSchedule(edited?.id ?? null);
  const { draft, change, canSave, form } = useDraftForm({
    isEdited,
    first: () => (edited === null ? fresh() : draftOf(edited)),
    next: fresh,
    wishOf,
    save: save.mutate,
    close,
  });
  return (
    <form {...form}>
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
      <ContentFields draft={draft} change={change} />
      <PlaceFields
        draft={draft}
        change={change}
        without="Without a destination the report is kept here and not sent."
      />
      <MessagePreview draft={draft} />
      <ProblemLine problem={save.error} />
      <DraftButtons
        noun="schedule"
        isBusy={save.isPending}
        canSave={canSave}
        cancel={isEdited ? close : null}
      />
    </form>
  );
}

/** What the report is about. */
function ContentFields({ draft, change }: DraftProps) {
  return (
    <>
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
      <LabelsField chosen={draft.labels} choose={(labels) => change({ labels })} />
      <NarrativeField value={draft.narrative} change={(narrative) => change({ narrative })} />
    </>
  );
}

const WINDOWS = [
  { value: "day", text: "The day before" },
  { value: "week", text: "The week before, from Monday" },
  { value: "month", text: "The month before" },
] as const;
