/** Why somebody who came back from the provider is not signed in; the sign-in page has a sentence for each. */

/** The reasons, as the address of the sign-in page names them. */
export type RefusedReason =
  | "other_browser" // or too late, or for the second time
  | "cancelled"
  | "provider_down"
  | "provider_answer" // it answered what cannot be trusted
  | "clock"
  | "email_missing"
  | "email_unverified"
  | "domain"
  | "not_invited"
  | "ended"
  | "no_organization"
  | "too_many"
  | "try_later";

/** A refusal: the reason for the person, and for the log what exactly was wrong, without anything private. */
export interface SignInRefused {
  reason: RefusedReason;
  detail: string;
}

/** Thrown where the provider, or what it answers, is of no use; it passes through the library's own exceptions. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";

  constructor(readonly refused: SignInRefused) {
    super(refused.detail);
  }
}
