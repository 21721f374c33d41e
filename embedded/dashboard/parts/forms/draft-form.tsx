/** A form that makes something, or changes what there is: what is typed, where it begins, and its buttons. */
import { type FormEvent, useEffect, useRef, useState } from "react";

/** What is made or changed. */
export interface DraftFormOptions<Draft, Wish> {
  /** Whether something is changed; a new one otherwise. */
  isEdited: boolean;
  first(): Draft;
  /** With what the form begins anew when one was made. */
  next(made: Draft): Draft;
  /** Returns null for a draft that cannot be saved. */
  wishOf(draft: Draft): Wish | null;
  save(wish: Wish, after: { onSuccess(): void }): void;
  /** Leaves the one that is changed. */
  close(): void;
}

/** Returns what was typed, how it changes, and the attributes of the form. */
export function useDraftForm<Draft extends object, Wish>(options: DraftFormOptions<Draft, Wish>) {
  const { isEdited, first, next, wishOf, save, close } = options;
  const [draft, setDraft] = useState(first);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // on a phone it is below the list
    if (isEdited) ref.current?.querySelector("input")?.focus();
  }, [isEdited]);
  const wish = wishOf(draft);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (wish !== null) save(wish, { onSuccess: () => (isEdited ? close() : setDraft(next(draft))) });
  };
  return {
    draft,
    change: (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes }),
    canSave: wish !== null,
    form: { ref, className: "form", onSubmit },
  };
}

export interface DraftButtonsProps {
  /** What is made, such as "schedule". */
  noun: string;
  isBusy: boolean;
  canSave: boolean;
  /** null for a new one. */
  cancel: (() => void) | null;
}

export function DraftButtons({ noun, isBusy, canSave, cancel }: DraftButtonsProps) {
  const verb = cancel === null ? `Create the ${noun}` : "Save the changes";
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
