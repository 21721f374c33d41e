/** Signing in: with a key, or at once by the one-time link that the server printed. */
import { useEffect, useRef } from "react";
import { Redirect, useSearch } from "wouter";
import { nextPage } from "../../address/next-page.ts";
import { useSignIn, useSignInWays } from "../../api/session.ts";
import { Scale } from "../../charts/scale.tsx";
import { Command } from "../../parts/command.tsx";
import { Mark } from "../../parts/icon.tsx";
import { ProofForm } from "./proof-form.tsx";

export function SignInPage() {
  const signIn = useSignIn();
  const { data: ways } = useSignInWays();
  const offersKey = ways?.key !== false;
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
        {offersKey ? <KeyWords /> : <LinkWords />}
        <ProofForm
          offersKey={offersKey}
          hours={ways?.hours ?? null}
          send={(proof) => signIn.mutate(proof)}
          isBusy={signIn.isPending}
          problem={signIn.error?.message ?? null}
        />
        {offersKey && (
          <div className="sign-help">
            <p className="second">No key yet? On the machine of the server:</p>
            <Command>scoring keys create --role admin --name laptop</Command>
          </div>
        )}
      </div>
      <Explained />
    </main>
  );
}

function KeyWords() {
  return (
    <>
      <h1>Sign in with your key</h1>
      <p className="second">
        To the server at <span className="mono">{location.host}</span>. A key begins with{" "}
        <span className="mono">scoring_</span>; your administrator creates one for you.
      </p>
    </>
  );
}

function LinkWords() {
  return (
    <>
      <h1>Sign in with a link</h1>
      <p className="second">
        To the server at <span className="mono">{location.host}</span>. Nobody signs in with a key here: ask
        an administrator for a one-time link.
      </p>
    </>
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

const KEYS = [
  {
    name: "A personal key",
    shows: "Your own work: your scores, why they are what they are, and the habit to try tomorrow.",
  },
  {
    name: "A shared key",
    shows: "Everybody’s work: what changed in the team, what is worth most, and where the money goes.",
  },
  {
    name: "An admin key",
    shows: "The same, with the settings: keys, developers, budgets, schedules and alerts.",
  },
] as const;

function Explained() {
  return (
    <aside className="sign-side" aria-label="What you will see">
      <div>
        <h2 className="sign-say">What your key shows</h2>
        <dl className="sign-keys">
          {KEYS.map(({ name, shows }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="second">{shows}</dd>
            </div>
          ))}
        </dl>
        <div className="sign-score">
          <span className="strong">Skill</span>
          <span className="second">49 to 55</span>
          <span className="sign-number">52</span>
          <Scale name="Skill" value={52} interval={[49, 55]} before={47} />
        </div>
        <p className="note">
          A sample. Each score has an interval, the bar, and leads to the records behind it; the ring is the
          time before. There is no ranking. What you send stays on your server.
        </p>
      </div>
    </aside>
  );
}
