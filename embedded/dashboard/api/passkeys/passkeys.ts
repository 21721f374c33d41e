/** Passkeys: of the person who is signed in, and as a way to sign in. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  type WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../ask.ts";
import { api } from "../client.ts";

const KEY = ["passkeys"];

/** Whether this browser knows passkeys, and this page is one where it uses them. */
export function knowsPasskeys(): boolean {
  return window.isSecureContext && browserSupportsWebAuthn();
}

export function usePasskeys() {
  return useQuery({ queryKey: KEY, queryFn: async () => (await ask(api.v1.passkeys.get())).passkeys });
}

/** A passkey of the list. */
export type Passkey = NonNullable<ReturnType<typeof usePasskeys>["data"]>[number];

/** Makes a passkey with this device, and keeps it under a name. */
export function useAddPasskey() {
  return useChange(async (name: string) => {
    const options = await ask(api.v1.passkeys.options.post());
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const credential = await startRegistration({ optionsJSON }).catch(explain);
    return ask(api.v1.passkeys.post({ name, credential }));
  });
}

export function useRenamePasskey() {
  return useChange(({ id, name }: Pick<Passkey, "id" | "name">) =>
    ask(api.v1.passkeys({ id }).patch({ name })),
  );
}

export function useRemovePasskey() {
  return useChange((id: string) => ask(api.v1.passkeys({ id }).delete()));
}

function useChange<Asked, Answer>(mutationFn: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) });
}

/** Signs in with a passkey, and forgets what was shown to whoever was signed in before. */
export function usePasskeySignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const options = await ask(api.v1.session.passkey.options.post());
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
      const signed = await startAuthentication({ optionsJSON }).catch(explain);
      return ask(api.v1.session.passkey.post(signed));
    },
    onSuccess: () => client.clear(),
  });
}

/** @throws An error in words for a person, whatever the browser said. */
function explain(problem: unknown): never {
  const { code, name } = problem as Partial<WebAuthnError>;
  const words = WORDS_OF[code ?? ""] ?? WORDS_OF[name ?? ""];
  throw new Error(words ?? "This browser could not use a passkey here.", { cause: problem });
}

/** By the codes of the library, and else by the names of what browsers throw. */
const WORDS_OF: Readonly<Record<string, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device has a passkey of yours already.",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "This device cannot keep a passkey.",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    "This device cannot ask who holds it: give it a PIN, or use another one.",
  ERROR_INVALID_DOMAIN: "Browsers know no passkeys at this address.",
  ERROR_INVALID_RP_ID: "Browsers know no passkeys at this address.",
  NotAllowedError: "No passkey was used: the question was closed, took too long, or this device has none.",
};
