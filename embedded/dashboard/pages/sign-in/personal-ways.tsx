/** How people sign in as themselves: at a provider, or with a passkey. */
import { knowsPasskeys, type usePasskeySignIn } from "../../api/passkeys/passkeys.ts";
import type { SignInWays } from "../../api/session.ts";
import { PasskeyWay } from "./passkey-way.tsx";
import { ProviderWay } from "./provider-way.tsx";

/** Whether this server and this browser have any. */
export function hasPersonalWays(ways: SignInWays): boolean {
  return ways.oidc !== null || offersPasskey(ways);
}

function offersPasskey({ passkey }: SignInWays): boolean {
  return passkey && knowsPasskeys();
}

export interface PersonalWaysProps {
  ways: SignInWays;
  search: string;
  passkey: ReturnType<typeof usePasskeySignIn>;
}

export function PersonalWays({ ways, search, passkey }: PersonalWaysProps) {
  const { oidc, hours } = ways;
  return (
    <>
      <h1>Sign in</h1>
      <p className="second">
        To the server at <span className="mono">{location.host}</span>. You stay signed in for{" "}
        {hours === 1 ? "an hour" : `${hours} hours`}.
      </p>
      {oidc !== null && <ProviderWay provider={oidc} search={search} />}
      {offersPasskey(ways) && <PasskeyWay signIn={passkey} isFirst={oidc === null} />}
    </>
  );
}
