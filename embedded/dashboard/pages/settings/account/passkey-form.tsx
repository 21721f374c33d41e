/** Adds a passkey with this device, or gives one another name. */
import { type Passkey, useAddPasskey, useRenamePasskey } from "../../../api/passkeys/passkeys.ts";
import { useDraftForm } from "../../../parts/forms/draft-form.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";

export interface PasskeyFormProps {
  /** The passkey that gets another name; null for a new one. */
  renamed: Passkey | null;
  close(): void;
}

export function PasskeyForm({ renamed, close }: PasskeyFormProps) {
  const add = useAddPasskey();
  const rename = useRenamePasskey();
  const { draft, change, canSave, form } = useDraftForm<{ name: string }, string>({
    isEdited: renamed !== null,
    first: () => ({ name: renamed?.name ?? "" }),
    next: () => ({ name: "" }),
    wishOf: ({ name }) => (name.trim() === "" ? null : name.trim()),
    save: (name, after) =>
      renamed === null ? add.mutate(name, after) : rename.mutate({ id: renamed.id, name }, after),
    close,
  });
  return (
    <form {...form}>
      <TextField
        name={renamed === null ? "Name of a new passkey" : `New name of “${renamed.name}”`}
        note="To know it by in this list, such as “Work laptop”."
        maxLength={200}
        required
        value={draft.name}
        change={(name) => change({ name })}
      />
      <ProblemLine problem={add.error ?? rename.error} />
      <p className="actions">
        <button
          type="submit"
          className="button primary"
          disabled={!canSave || add.isPending || rename.isPending}
        >
          {verbOf({ isNew: renamed === null, isBusy: add.isPending })}
        </button>
        {renamed !== null && (
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        )}
      </p>
    </form>
  );
}

function verbOf({ isNew, isBusy }: { isNew: boolean; isBusy: boolean }): string {
  if (!isNew) return "Save the name";
  return isBusy ? "Waiting for your device…" : "Add a passkey";
}
