/** A person's passkeys: the list, and a form that adds one or gives one another name. */
import { useState } from "react";
import { knowsPasskeys, type Passkey, usePasskeys } from "../../../api/passkeys/passkeys.ts";
import { useSignInWays } from "../../../api/session.ts";
import { Cell } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { PasskeyList } from "./passkey-list.tsx";

export function PasskeysCell() {
  const passkeys = usePasskeys();
  const [renamed, rename] = useState<Passkey | null>(null);
  return (
    <Cell span={8} title="Passkeys">
      <p className="second purpose">
        A passkey signs you in with your finger, face or PIN, and no password. It stays in your device, or in
        the password manager that you keep it in.
      </p>
      <Loaded query={passkeys} what="Your passkeys" bones="lines">
        {(found) => <PasskeyList passkeys={found} rename={rename} />}
      </Loaded>
      <AddOrRename renamed={renamed} close={() => rename(null)} />
    </Cell>
  );
}

function AddOrRename({ renamed, close }: { renamed: Passkey | null; close(): void }) {
  const { data: ways } = useSignInWays();
  const hindrance = hindranceTo(ways?.passkey ?? true);
  if (renamed === null && hindrance !== null) return <p className="second pad-top">{hindrance}</p>;
  return (
    <div className="pad-top">
      <PasskeyForm key={renamed?.id ?? "new"} renamed={renamed} close={close} />
    </div>
  );
}

/** @param isKnownHere - Whether this server has passkeys at this address. */
function hindranceTo(isKnownHere: boolean): string | null {
  if (!isKnownHere)
    return "Passkeys cannot be added at this address: browsers know them over HTTPS under a host name, or on localhost. An administrator can set public_url.";
  return knowsPasskeys() ? null : "This browser knows no passkeys. Use another one to add a passkey.";
}
