/** Signing in at the provider, and what came of it the last time. */
import { nextPage } from "../../address/next-page.ts";
import type { SignInWays } from "../../api/session.ts";
import { Shape } from "../../parts/shape.tsx";
import { refusedWords } from "./refused-words.ts";

interface ProviderWayProps {
  provider: NonNullable<SignInWays["oidc"]>;
  search: string;
  hours: number;
}

export function ProviderWay({
  provider: { name, address, signOutAddress },
  search,
  hours,
}: ProviderWayProps) {
  const refused = refusedWords(search, name);
  const isOut = new URLSearchParams(search).has("signed-out") && signOutAddress !== null;
  return (
    <>
      <h1>Sign in</h1>
      <p className="second">
        To the server at <span className="mono">{location.host}</span>.
      </p>
      <div className="sign-provider">
        {refused !== null && (
          <p className="field-error" role="alert">
            <Shape name="cross" />
            <span>{refused}</span>
          </p>
        )}
        <a className="button primary" href={`${address}?next=${encodeURIComponent(nextPage(search))}`}>
          Sign in with {name}
        </a>
        <p className="note">You stay signed in for {hours === 1 ? "an hour" : `${hours} hours`}.</p>
        {isOut && (
          <p className="note">
            You are signed out here. <a href={signOutAddress}>Sign out of {name} too</a>
          </p>
        )}
      </div>
    </>
  );
}
