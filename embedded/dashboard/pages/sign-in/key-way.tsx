/** Signing in with a key, or with a one-time link where keys sign in nobody; folded where there is a provider. */
import type { ReactNode } from "react";
import type { SignInWays, useSignIn } from "../../api/session.ts";
import { Command } from "../../parts/command.tsx";
import { ProofForm } from "./proof-form.tsx";

interface KeyWayProps {
  signIn: ReturnType<typeof useSignIn>;
  /** Absent while they are not known. */
  ways: SignInWays | undefined;
  /** Whether most people take another way. */
  isFolded: boolean;
}

export function KeyWay({ signIn, ways, isFolded }: KeyWayProps) {
  const offersKey = ways?.key !== false;
  const problem = signIn.error?.message ?? null;
  const form = (
    <>
      <ProofForm
        offersKey={offersKey}
        hours={ways?.hours ?? null}
        send={(proof) => signIn.mutate(proof)}
        isBusy={signIn.isPending}
        problem={problem}
      />
      {offersKey && (
        <div className="sign-help">
          <p className="second">No key yet? On the machine of the server:</p>
          <Command>scoring keys create --role admin --name laptop</Command>
        </div>
      )}
    </>
  );
  if (isFolded)
    return (
      <Folded isOpen={problem !== null} what={offersKey ? "key" : "link"}>
        {form}
      </Folded>
    );
  return (
    <>
      {offersKey ? <KeyWords /> : <LinkWords />}
      {form}
    </>
  );
}

function Folded({ isOpen, what, children }: { isOpen: boolean; what: string; children: ReactNode }) {
  return (
    <details className="sign-otherwise" open={isOpen || undefined}>
      <summary>Sign in with a {what} instead</summary>
      {children}
    </details>
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
