/** The field for a key, or for a one-time link where keys sign in nobody. */
import { type FormEvent, useState } from "react";
import { Shape } from "../../parts/shape.tsx";

/** What signs somebody in. */
type Proof = { key: string } | { token: string };

interface ProofFormProps {
  offersKey: boolean;
  /** How long the sign-in holds; null while that is not known. */
  hours: number | null;
  send(proof: Proof): void;
  isBusy: boolean;
  problem: string | null;
}

export function ProofForm({ offersKey, hours, send, isBusy, problem }: ProofFormProps) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(proofIn(typed, offersKey));
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="key">{offersKey ? "Key" : "Link"}</label>
      <input
        id="key"
        className="input mono"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby="key-problem key-note"
        onChange={(event) => setTyped(event.target.value)}
      />
      <div id="key-problem" aria-live="polite">
        {problem !== null && (
          <p className="field-error">
            <Shape name="cross" />
            <span>{problem}</span>
          </p>
        )}
      </div>
      <button className="button primary" type="submit" disabled={isBusy}>
        {isBusy ? "Signing in…" : "Sign in"}
      </button>
      <p id="key-note" className="note">
        {hours !== null && <>You stay signed in for {hours === 1 ? "an hour" : `${hours} hours`}. </>}
        {offersKey ? "The key is not kept in the browser." : "A link signs in once."}
      </p>
    </form>
  );
}

/** A link that signs in can be pasted in place of a key; without its address too where there are only links. */
function proofIn(typed: string, offersKey: boolean): Proof {
  const [, token] = typed.split("/sign-in#");
  if (token !== undefined) return { token: token.trim() };
  return offersKey ? { key: typed } : { token: typed.trim() };
}
