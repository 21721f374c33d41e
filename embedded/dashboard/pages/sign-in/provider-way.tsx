/** Signing in at the provider, and what came of it the last time. */
import { nextPage } from "../../address/next-page.ts";
import type { SignInWays } from "../../api/session.ts";
import { Shape } from "../../parts/shape.tsx";
import { refusedWords } from "./refused-words.ts";

interface ProviderWayProps {
  provider: NonNullable<SignInWays["oidc"]>;
  search: string;
}

export function ProviderWay({ provider: { name, address, signOutAddress }, search }: ProviderWayProps) {
  const refused = refusedWords(search, name);
  return (
    <div className="sign-way">
      {refused !== null && (
        <p className="field-error" role="alert">
          <Shape name="cross" />
          <span>{refused}</span>
        </p>
      )}
      <a className="button primary" href={`${address}?next=${encodeURIComponent(nextPage(search))}`}>
        Sign in with {name}
      </a>
      {signOutAddress !== null && refused !== null && (
        <p className="note">
          To take another account, <a href={signOutAddress}>sign out of {name}</a> first.
        </p>
      )}
      {signOutAddress !== null && new URLSearchParams(search).has("signed-out") && (
        <p className="note">
          You are signed out here. <a href={signOutAddress}>Sign out of {name} too</a>
        </p>
      )}
    </div>
  );
}
