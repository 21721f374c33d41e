/** The pages of the settings, in the order of their tabs. */
import type { PageAddress } from "../../addresses.ts";

export interface Section {
  name: string;
  address: PageAddress;
  /** What it holds, for somebody who may not see it. */
  holds: string;
}

export const SECTIONS: readonly Section[] = [
  { name: "Status", address: "/settings", holds: "how every part of the server is doing" },
  { name: "Keys", address: "/settings/keys", holds: "the keys of the organization" },
  {
    name: "Accounts",
    address: "/settings/accounts",
    holds: "who signs in as themselves, and what they may do",
  },
  {
    name: "Developers",
    address: "/settings/developers",
    holds: "who the developers are and what belongs to them",
  },
  { name: "Baselines", address: "/settings/baselines", holds: "what is normal here" },
  { name: "Judge model", address: "/settings/model", holds: "the model that judges prompts" },
  { name: "Messages", address: "/settings/chat", holds: "where reports and alerts are sent" },
  { name: "Coverage", address: "/settings/coverage", holds: "what each agent's telemetry contains" },
];

/** What members find in the settings in addition to their key. */
const FOR_MEMBERS: ReadonlySet<string> = new Set(["/settings", "/settings/baselines"]);

/** Returns the sections with something to see for this role. */
export function sectionsFor(role: "admin" | "lead" | "member"): Section[] {
  if (role === "admin") return [...SECTIONS];
  return SECTIONS.filter(({ address }) => FOR_MEMBERS.has(address)).map((section) =>
    section.address === "/settings" ? { ...section, name: "Your key" } : section,
  );
}
