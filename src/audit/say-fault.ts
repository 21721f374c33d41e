/** What is wrong with a chain of the audit log, in words. */
import type { ChainFault, VerifiedChain } from "./verify.ts";

/** Returns what is wrong; null when nothing is. */
export function sayFault({ organization, fault }: VerifiedChain): string | null {
  if (fault === null) return null;
  return `the audit log of ${chainOwner(organization)} is broken at entry ${fault.number}: ${FAULTS[fault.kind]}`;
}

/** Returns whose chain it is. */
export function chainOwner(organization: string): string {
  return organization === "" ? "the server" : `the organization ${organization}`;
}

const FAULTS: Readonly<Record<ChainFault, string>> = {
  changed: "it was changed",
  unlinked: "it does not follow the entry before it",
  missing: "it was removed",
  cut_off: "it and all later ones were removed",
  not_as_noted: "it is not the entry that was noted when it was written",
};
