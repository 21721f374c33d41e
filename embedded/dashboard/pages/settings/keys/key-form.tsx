/** Makes a key, and shows it this once. */
import { type FormEvent, useState } from "react";
import { useDevelopers } from "../../../api/developers.ts";
import { Command } from "../../../parts/command.tsx";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { Field } from "../../../parts/forms/field.tsx";
import { Go } from "../../../parts/links.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Word } from "../../../parts/shape.tsx";
import { type KeyWish, useMakeKey } from "./fetch-keys.ts";
import { endOf, type KeyUse, usesFor, usualName, WISHES } from "./keys-data.ts";

export function KeyForm() {
  const make = useMakeKey();
  if (make.data !== undefined)
    return <MadeKey name={make.data.name} text={make.data.key} done={() => make.reset()} />;
  return <Wish make={(wish) => make.mutate(wish)} isBusy={make.isPending} problem={make.error} />;
}

interface WishProps {
  make(wish: KeyWish): void;
  isBusy: boolean;
  problem: Error | null;
}

function Wish({ make, isBusy, problem }: WishProps) {
  const [chosen, choose] = useState<KeyUse>("usual");
  const [developer, setDeveloper] = useState("");
  const [name, setName] = useState("");
  const [lastDay, setLastDay] = useState("");
  const whose = developer.trim();
  const uses = usesFor(whose === "");
  // a shared key has fewer uses
  const use = uses.some(({ value }) => value === chosen) ? chosen : "usual";
  const { role } = WISHES[use];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = name.trim();
    make({
      name: typed === "" ? usualName(whose, role) : typed,
      developer: whose === "" ? null : whose,
      ...WISHES[use],
      ...endOf(lastDay),
    });
  };
  return (
    <form className="form" onSubmit={submit}>
      <OwnerField value={developer} change={setDeveloper} />
      <ChoiceField name="What it may do" choices={uses} chosen={use} choose={choose} />
      <TextField
        name="Name"
        note="To find it again in this list."
        maxLength={200}
        placeholder={usualName(whose, role)}
        value={name}
        change={setName}
      />
      <TextField
        name="Last day"
        note="In UTC. Leave it empty for a key without an end."
        type="date"
        value={lastDay}
        change={setLastDay}
      />
      <ProblemLine problem={problem} />
      <button type="submit" className="button primary" disabled={isBusy}>
        {isBusy ? "Creating…" : "Create a key"}
      </button>
    </form>
  );
}

function OwnerField({ value, change }: { value: string; change(value: string): void }) {
  const developers = useDevelopers().data ?? [];
  return (
    <Field
      name="Whose key"
      note="What is sent with it counts as their work. A new e-mail adds a developer; leave it empty for a shared key."
    >
      {(id) => (
        <>
          <input
            id={id}
            className="input"
            type="email"
            placeholder="ada@example.com"
            list="known-developers"
            value={value}
            onChange={(event) => change(event.target.value)}
          />
          <datalist id="known-developers">
            {developers.map(
              ({ id: key, email, name }) =>
                email !== null && (
                  <option key={key} value={email}>
                    {name}
                  </option>
                ),
            )}
          </datalist>
        </>
      )}
    </Field>
  );
}

function MadeKey({ name, text, done }: { name: string; text: string; done(): void }) {
  return (
    <div className="form" role="status">
      <Word shape="tick" tone="good">
        The key was created
      </Word>
      <p className="second">
        This is the key <b>{name}</b>. It is shown only once: the server keeps a hash of it. Copy it now.
      </p>
      <Command>{text}</Command>
      <p className="actions">
        <button type="button" className="button" onClick={done}>
          I have copied it
        </button>
        <Go href="/connect">Connect an agent</Go>
      </p>
    </div>
  );
}
