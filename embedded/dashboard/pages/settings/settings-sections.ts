/** The pages of the settings, in the order of their tabs. */
import type { PageAddress } from "../../addresses.ts";
import type { Session } from "../../api/session.ts";

export interface Section {
  name: string;
  address: PageAddress;
  /** What it holds, for somebody who may not see it. */
  holds: string;
}

const SECTIONS: readonly Section[] = [
  { name: "Status", address: "/settings", holds: "how every part of the server is doing" },
  { name: "Your account", address: "/settings/account", holds: "who you are here, and your passkeys" },
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
  { name: "Audit log", address: "/settings/audit", holds: "who did what, and who read whose prompts" },
];

/** What members find in the settings in addition to their key or account. */
const FOR_MEMBERS: ReadonlySet<string> = new Set(["/settings", "/settings/account", "/settings/baselines"]);

/** What only administrators find there. */
export const FOR_ADMINS = SECTIONS.filter(({ address }) => !FOR_MEMBERS.has(address));

/** Who asks, as far as the settings differ. */
type SettingsReader = Pick<Session, "role"> & { account: object | null };

/** Returns the sections with something to see for this caller. */
export function sectionsFor({ role, account }: SettingsReader): Section[] {
  const sections = SECTIONS.filter(({ address }) => account !== null || address !== "/settings/account");
  if (role === "admin") return sections;
  const mine = sections.filter(({ address }) => FOR_MEMBERS.has(address));
  if (account !== null) return mine.filter(({ address }) => address !== "/settings");
  return mine.map((section) =>
    section.address === "/settings" ? { ...section, name: "Your key" } : section,
  );
}
