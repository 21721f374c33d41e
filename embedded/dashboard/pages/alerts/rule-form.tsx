/** Makes a rule, or changes one. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
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
  const [draft, setDraft] = useState(() => (edited === null ? newRuleDraft("spend") : draftOfRule(edited)));
  const isEdited = edited !== null;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // on a phone it is below the list
    if (isEdited) form.current?.querySelector("input")?.focus();
  }, [isEdited]);
  const save = useSaveRule(edited?.id ?? null);
  const change = (changes: Partial<RuleDraft>): void => setDraft({ ...draft, ...changes });
  const wish = ruleWishOf(draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wish !== null)
      save.mutate(wish, { onSuccess: () => (isEdited ? close() : setDraft(newRuleDraft(draft.kind))) });
  };
  return (
    <form ref={form} className="form" onSubmit={submit}>
      {!isEdited && (
        <ChoiceField
          name="Watches"
          choices={CHOICES}
          chosen={draft.kind}
          choose={(kind) => setDraft({ ...newRuleDraft(kind), ...placesIn(draft) })}
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
      <ProblemLine problem={wish === null ? new Error("Opens at: expected numbers above 0.") : save.error} />
      <Buttons isBusy={save.isPending} canSave={wish !== null} cancel={isEdited ? close : null} />
    </form>
  );
}

const CHOICES = (Object.keys(KINDS) as Rule["kind"][]).map((value) => ({ value, text: KINDS[value].name }));

function placesIn({ channels, toWebhook, emails, webhooks }: RuleDraft): PlacesDraft {
  return { channels, toWebhook, emails, webhooks };
}

interface ButtonsProps {
  isBusy: boolean;
  canSave: boolean;
  /** null for a new rule. */
  cancel: (() => void) | null;
}

function Buttons({ isBusy, canSave, cancel }: ButtonsProps) {
  const verb = cancel === null ? "Create the rule" : "Save the changes";
  return (
    <p className="actions">
      <button type="submit" className="button primary" disabled={isBusy || !canSave}>
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
