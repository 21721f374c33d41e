/** Makes a key, and shows it this once. */
import { type FormEvent, useState } from "react";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { DeveloperEmailField } from "../../../parts/forms/developer-email-field.tsx";
import { Go } from "../../../parts/links.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { ShownOnce } from "../../../parts/forms/shown-once.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
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
      <DeveloperEmailField
        name="Whose key"
        note="What is sent with it counts as their work. A new e-mail adds a developer; leave it empty for a shared key."
        value={developer}
        change={setDeveloper}
      />
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

function MadeKey({ name, text, done }: { name: string; text: string; done(): void }) {
  return (
    <ShownOnce
      said="The key was created"
      secret={text}
      done={done}
      next={<Go href="/connect">Connect an agent</Go>}
    >
      This is the key <b>{name}</b>. It is shown only once: the server keeps a hash of it. Copy it now.
    </ShownOnce>
  );
}
