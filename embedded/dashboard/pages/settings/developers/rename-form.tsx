/** Says what answers call a developer. */
import { type FormEvent, useState } from "react";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { type Person, useRename } from "./fetch-people.ts";

export function RenameForm({ person: { id, name } }: { person: Person }) {
  const [typed, type] = useState(name);
  const rename = useRename(id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    rename.mutate(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <div className="field-row">
        <input
          className="input"
          aria-label="Name"
          required
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        <button
          type="submit"
          className="button"
          disabled={rename.isPending || typed.trim() === name || typed.trim() === ""}
        >
          {rename.isPending ? "Renaming…" : "Rename"}
        </button>
      </div>
      <ProblemLine problem={rename.error} />
    </form>
  );
}
