/** The link that signs in whoever started the server. */
import type { Keyring } from "../identity/keys/keyring.ts";
import { signInAddress, type SignInLinks } from "../http/sign-in/links.ts";

/** What a link is made of. */
interface LinkParts {
  keyring: Pick<Keyring, "judge" | "oldestAdmin">;
  links: Pick<SignInLinks, "issue">;
  /** Where the server listens. */
  url: string;
}

/**
 * Makes a link that signs a browser in with a key, and returns null when that key is not in force.
 *
 * @param key - Null for the oldest admin key.
 */
export async function linkFor(
  key: string | null,
  { keyring, links, url }: LinkParts,
): Promise<string | null> {
  const keyId = key === null ? keyring.oldestAdmin() : await keyIdOf(keyring, key);
  return keyId === null ? null : signInAddress(url, links.issue(keyId));
}

async function keyIdOf(keyring: Pick<Keyring, "judge">, key: string): Promise<string | null> {
  const judgement = await keyring.judge(`Bearer ${key}`);
  return judgement.ok ? judgement.value.keyId : null;
}
