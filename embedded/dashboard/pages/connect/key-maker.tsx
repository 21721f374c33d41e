/** Makes a key for one developer, which is shown this once, inside the settings below. */
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Word } from "../../parts/shape.tsx";
import { agentName } from "../../words/agents.ts";

/** A key, and whose it is. */
export interface MadeKey {
  key: string;
  developer: string;
}

export interface KeyMakerProps {
  agent: string;
  made: MadeKey | null;
  tell(made: MadeKey): void;
}

export function KeyMaker({ agent, made, tell }: KeyMakerProps) {
  const [email, setEmail] = useState("");
  const make = useMutation({
    mutationFn: async (developer: string) => {
      const name = `${developer}, ${agent}`;
      const { key } = await ask(api.v1.admin.keys.post({ name, role: "member", developer }));
      return { key, developer };
    },
    onSuccess: tell,
  });
  if (made !== null) return <Made {...made} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate(email.trim());
  };
  return (
    <form className="key-maker" onSubmit={submit}>
      <label htmlFor="developer">
        Or create the key here, for the developer who uses {agentName(agent)}:
      </label>
      <div className="field-row">
        <input
          id="developer"
          className="input"
          type="email"
          required
          placeholder="ada@example.com"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="button" disabled={make.isPending}>
          {make.isPending ? "Creating…" : "Create a key"}
        </button>
      </div>
      <ProblemLine problem={make.error} />
    </form>
  );
}

function Made({ developer }: MadeKey) {
  return (
    <p className="second" role="status">
      <Word shape="tick" tone="good">
        The settings below hold a new key for {developer}
      </Word>
      . The key is not shown again: copy the settings now.
    </p>
  );
}
