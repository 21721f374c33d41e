/** Signing in: at a provider, with a passkey, with a key, or at once by the one-time link that the server printed. */
import { useEffect } from "react";
import { Redirect, useSearch } from "wouter";
import { nextPage } from "../../address/next-page.ts";
import { usePasskeySignIn } from "../../api/passkeys/passkeys.ts";
import { useSignIn, useSignInWays } from "../../api/session.ts";
import { Scale } from "../../charts/scale.tsx";
import { Mark } from "../../parts/icon.tsx";
import { KeyWay } from "./key-way.tsx";
import { hasPersonalWays, PersonalWays } from "./personal-ways.tsx";

export function SignInPage() {
  const signIn = useSignIn();
  const { data: ways } = useSignInWays();
  const passkey = usePasskeySignIn();
  const isPersonal = ways !== undefined && hasPersonalWays(ways);
  const search = useSearch();
  useLink((token) => signIn.mutate({ token }));
  useEffect(() => {
    document.title = "Sign in · scoring";
  }, []);
  if (signIn.isSuccess || passkey.isSuccess) return <Redirect to={nextPage(search)} replace />;
  return (
    <main className="sign">
      <div className="sign-form">
        <div className="brand">
          <Mark />
          scoring
        </div>
        {isPersonal && <PersonalWays ways={ways} search={search} passkey={passkey} />}
        <KeyWay signIn={signIn} ways={ways} isFolded={isPersonal} />
      </div>
      <Explained byRole={isPersonal} />
    </main>
  );
}

/** Once, and out of the address before anybody can copy it; also of a link that is opened on this page. */
function useLink(redeem: (token: string) => void): void {
  useEffect(() => {
    const take = (): void => {
      const token = location.hash.slice(1);
      if (token === "") return;
      history.replaceState(null, "", "/sign-in");
      redeem(token);
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  });
}

const KEYS = [
  {
    name: "A personal key",
    shows: "Your own work: your scores, why they are what they are, and the habit to try tomorrow.",
  },
  {
    name: "A shared key that reads",
    shows: "Everybody’s work: what changed in the team, what is worth most, and where the money goes.",
  },
  {
    name: "An admin key",
    shows: "The same, with the settings: keys, developers, budgets, schedules and alerts.",
  },
] as const;

const ROLES = [
  {
    name: "A member",
    shows: "Your own work: your scores, why they are what they are, and the habit to try tomorrow.",
  },
  {
    name: "A lead",
    shows: "Usage and scores of the people whose work has your labels. No prompts and no records.",
  },
  {
    name: "An admin",
    shows: "Everybody’s work, and the settings: keys, people, budgets, schedules and alerts.",
  },
] as const;

/** @param byRole - Whether people sign in as themselves. */
function Explained({ byRole }: { byRole: boolean }) {
  const lines = byRole ? ROLES : KEYS;
  return (
    <aside className="sign-side" aria-label="What you will see">
      <div>
        <h2 className="sign-say">{byRole ? "What you will see" : "What your key shows"}</h2>
        <dl className="sign-keys">
          {lines.map(({ name, shows }) => (
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
