/** Signing in: with a key, or at once by the one-time link that the server printed. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Redirect, useSearch } from "wouter";
import { nextPage } from "../../address/next-page.ts";
import { useSignIn } from "../../api/session.ts";
import { Scale } from "../../charts/scale.tsx";
import { Command } from "../../parts/command.tsx";
import { Mark } from "../../parts/icon.tsx";
import { Shape } from "../../parts/shape.tsx";

export function SignInPage() {
  const signIn = useSignIn();
  const search = useSearch();
  useLink((token) => signIn.mutate({ token }));
  useEffect(() => {
    document.title = "Sign in · scoring";
  }, []);
  if (signIn.isSuccess) return <Redirect to={nextPage(search)} replace />;
  return (
    <main className="sign">
      <div className="sign-form">
        <div className="brand">
          <Mark />
          scoring
        </div>
        <h1>Sign in with your key</h1>
        <p className="second">
          A key begins with <span className="mono">scoring_</span>. Your administrator creates one for you.
        </p>
        <KeyForm
          send={(key) => signIn.mutate({ key })}
          isBusy={signIn.isPending}
          problem={signIn.error?.message ?? null}
        />
        <div className="sign-help">
          <p className="second">No key yet? On the machine of the server:</p>
          <Command>scoring keys create --role admin --name laptop</Command>
        </div>
      </div>
      <Explained />
    </main>
  );
}

/** Once, and out of the address before anybody can copy it. */
function useLink(redeem: (token: string) => void): void {
  const isTaken = useRef(false);
  useEffect(() => {
    const token = location.hash.slice(1);
    if (token === "" || isTaken.current) return;
    isTaken.current = true;
    history.replaceState(null, "", "/sign-in");
    redeem(token);
  });
}

interface KeyFormProps {
  send(key: string): void;
  isBusy: boolean;
  problem: string | null;
}

function KeyForm({ send, isBusy, problem }: KeyFormProps) {
  const [key, setKey] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(key);
  };
  return (
    <form onSubmit={submit}>
      <label htmlFor="key">Key</label>
      <input
        id="key"
        className="input mono"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        value={key}
        aria-invalid={problem !== null}
        aria-describedby="key-problem key-note"
        onChange={(event) => setKey(event.target.value)}
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
        You stay signed in for 12 hours. The key is not kept in the browser.
      </p>
    </form>
  );
}

const SAMPLES: readonly { name: string; value: number; interval: [number, number]; before: number }[] = [
  { name: "Speed", value: 54, interval: [48, 60], before: 50 },
  { name: "Skill", value: 52, interval: [49, 55], before: 47 },
  { name: "Efficiency", value: 46, interval: [40, 52], before: 50 },
];

function Explained() {
  return (
    <aside className="sign-side" aria-label="What the scores mean">
      <div>
        <p className="sign-say">
          Three scores for work with coding agents. Each has an interval, and each leads to the records behind
          it.
        </p>
        {SAMPLES.map(({ name, value, interval, before }) => (
          <div key={name} className="sign-score">
            <span className="strong">{name}</span>
            <span className="second">
              {interval[0]} to {interval[1]}
            </span>
            <span className="sign-number">{value}</span>
            <Scale name={name} value={value} interval={interval} before={before} />
          </div>
        ))}
        <p className="note">
          Sample numbers. In Speed and Efficiency 50 is your organization&rsquo;s baseline: shipped at first,
          then learned from its own work. There is no ranking. What you send stays on your server.
        </p>
      </div>
    </aside>
  );
}
