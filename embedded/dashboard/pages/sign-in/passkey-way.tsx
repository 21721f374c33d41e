/** Signing in with a passkey: one button, and why it did not work the last time. */
import type { usePasskeySignIn } from "../../api/passkeys/passkeys.ts";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";

interface PasskeyWayProps {
  signIn: ReturnType<typeof usePasskeySignIn>;
  /** Whether it is what most people take. */
  isFirst: boolean;
}

export function PasskeyWay({ signIn, isFirst }: PasskeyWayProps) {
  return (
    <div className="sign-way">
      <button
        type="button"
        className={isFirst ? "button primary" : "button"}
        disabled={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {signIn.isPending ? "Waiting for your passkey…" : "Sign in with a passkey"}
      </button>
      <ProblemLine problem={signIn.error} />
    </div>
  );
}
