/** Makes a rule, or changes one. */
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { DraftButtons, useDraftForm } from "../../parts/forms/draft-form.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { PlaceFields } from "../../parts/places/place-fields.tsx";
import type { PlacesDraft } from "../../parts/places/places.ts";
import { draftOfRule, KINDS, newRuleDraft, type RuleDraft, ruleWishOf } from "./alerts-data.ts";
import { type Rule, useSaveRule } from "./fetch-alerts.ts";

export interface RuleFormProps {
  /** null: a new one. */
  edited: Rule | null;
  /** Leaves the one that is changed. */
  close(): void;
}

export function RuleForm({ edited, close }: RuleFormProps) {
  const isEdited = edited !== null;
  const save = useSaveRule(edited?.id ?? null);
  const { draft, change, canSave, form } = useDraftForm({
    isEdited,
    first: () => (edited === null ? newRuleDraft("spend") : draftOfRule(edited)),
    next: ({ kind }) => newRuleDraft(kind),
    wishOf: ruleWishOf,
    save: save.mutate,
    close,
  });
  return (
    <form {...form}>
      {!isEdited && (
        <ChoiceField
          name="Watches"
          choices={CHOICES}
          chosen={draft.kind}
          choose={(kind) => change({ ...newRuleDraft(kind), ...placesIn(draft) })}
        />
      )}
      <TextField
        name="Name"
        required
        maxLength={200}
        value={draft.name}
        change={(name) => change({ name })}
      />
      <TextField
        name="Opens at"
        note={`${KINDS[draft.kind].unit}. With several numbers, separated by commas, each higher one is reported again.`}
        required
        autoComplete="off"
        value={draft.thresholds}
        change={(thresholds) => change({ thresholds })}
      />
      <PlaceFields
        draft={draft}
        change={change}
        without="Without a place alerts are listed here and not sent."
      />
      <ProblemLine problem={canSave ? save.error : new Error("Opens at: expected numbers above 0.")} />
      <DraftButtons noun="rule" isBusy={save.isPending} canSave={canSave} cancel={isEdited ? close : null} />
    </form>
  );
}

const CHOICES = (Object.keys(KINDS) as Rule["kind"][]).map((value) => ({ value, text: KINDS[value].name }));

function placesIn({ channels, toWebhook, emails, webhooks }: RuleDraft): PlacesDraft {
  return { channels, toWebhook, emails, webhooks };
}
