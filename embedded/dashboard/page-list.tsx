/** Every page: its address, what the sidebar and the palette call it, and what shows it. */
import type { ComponentType } from "react";
import type { PageAddress } from "./addresses.ts";
import type { IconName } from "./parts/icon.tsx";
import { AdvisorPage } from "./pages/advisor/advisor-page.tsx";
import { AlertsPage } from "./pages/alerts/alerts-page.tsx";
import { CheckInPage } from "./pages/check-in/check-in-page.tsx";
import { ConnectPage } from "./pages/connect/connect-page.tsx";
import { DeveloperPage } from "./pages/developer/developer-page.tsx";
import { GovernancePage } from "./pages/governance/governance-page.tsx";
import { OverviewPage } from "./pages/overview/overview-page.tsx";
import { PromptPage } from "./pages/prompt/prompt-page.tsx";
import { PromptsPage } from "./pages/prompts/prompts-page.tsx";
import { RecordsPage } from "./pages/records/records-page.tsx";
import { ReportPage } from "./pages/report/report-page.tsx";
import { ReportsPage } from "./pages/reports/reports-page.tsx";
import { RightsizingPage } from "./pages/rightsizing/rightsizing-page.tsx";
import { SchedulesPage } from "./pages/schedules/schedules-page.tsx";
import { SearchPage } from "./pages/search/search-page.tsx";
import { SessionPage } from "./pages/session/session-page.tsx";
import { SessionsPage } from "./pages/sessions/sessions-page.tsx";
import { AccountsPage } from "./pages/settings/accounts/accounts-page.tsx";
import { AccountPage } from "./pages/settings/account/account-page.tsx";
import { AuditPage } from "./pages/settings/audit/audit-page.tsx";
import { BaselinesPage } from "./pages/settings/baselines/baselines-page.tsx";
import { ChatPage } from "./pages/settings/chat/chat-page.tsx";
import { CoveragePage } from "./pages/settings/coverage/coverage-page.tsx";
import { DevelopersPage } from "./pages/settings/developers/developers-page.tsx";
import { KeysPage } from "./pages/settings/keys/keys-page.tsx";
import { ModelPage } from "./pages/settings/model/model-page.tsx";
import { SettingsPage } from "./pages/settings/settings-page.tsx";
import { TeamPage } from "./pages/team/team-page.tsx";
import { ThrottlePage } from "./pages/throttle/throttle-page.tsx";
import { UsagePage } from "./pages/usage/usage-page.tsx";

/** A page inside the frame. */
export interface Page {
  address: Exclude<PageAddress, "/sign-in">;
  View: ComponentType;
  /** Its place in the sidebar; null for a page that only other pages lead to. */
  place: { name: string; icon: IconName; group: "work" | "server"; adminOnly?: true } | null;
}

/** In the order of the sidebar. */
export const PAGES: readonly Page[] = [
  { address: "/", View: OverviewPage, place: { name: "Overview", icon: "overview", group: "work" } },
  { address: "/usage", View: UsagePage, place: { name: "Usage", icon: "usage", group: "work" } },
  { address: "/team", View: TeamPage, place: { name: "Team", icon: "team", group: "work" } },
  { address: "/developers/:id", View: DeveloperPage, place: null },
  { address: "/sessions", View: SessionsPage, place: { name: "Sessions", icon: "sessions", group: "work" } },
  { address: "/sessions/:id", View: SessionPage, place: null },
  { address: "/sessions/:id/records", View: RecordsPage, place: null },
  { address: "/prompts", View: PromptsPage, place: { name: "Prompts", icon: "prompts", group: "work" } },
  { address: "/prompts/:id", View: PromptPage, place: null },
  { address: "/search", View: SearchPage, place: null },
  {
    address: "/rightsizing",
    View: RightsizingPage,
    place: { name: "Model choice", icon: "rightsizing", group: "work" },
  },
  {
    address: "/throttle",
    View: ThrottlePage,
    place: { name: "Waiting time", icon: "throttle", group: "work" },
  },
  { address: "/advisor", View: AdvisorPage, place: { name: "Coaching", icon: "advisor", group: "work" } },
  { address: "/check-in", View: CheckInPage, place: { name: "Check-in", icon: "checkIn", group: "work" } },
  { address: "/reports", View: ReportsPage, place: { name: "Reports", icon: "reports", group: "work" } },
  { address: "/reports/:id", View: ReportPage, place: null },
  {
    address: "/schedules",
    View: SchedulesPage,
    place: { name: "Schedules", icon: "schedules", group: "work", adminOnly: true },
  },
  {
    address: "/alerts",
    View: AlertsPage,
    place: { name: "Alerts", icon: "alerts", group: "server", adminOnly: true },
  },
  {
    address: "/governance",
    View: GovernancePage,
    place: { name: "Budgets", icon: "governance", group: "server" },
  },
  {
    address: "/connect",
    View: ConnectPage,
    place: { name: "Connect an agent", icon: "connect", group: "server" },
  },
  {
    address: "/settings",
    View: SettingsPage,
    place: { name: "Settings", icon: "settings", group: "server" },
  },
  { address: "/settings/account", View: AccountPage, place: null },
  { address: "/settings/keys", View: KeysPage, place: null },
  { address: "/settings/accounts", View: AccountsPage, place: null },
  { address: "/settings/developers", View: DevelopersPage, place: null },
  { address: "/settings/baselines", View: BaselinesPage, place: null },
  { address: "/settings/model", View: ModelPage, place: null },
  { address: "/settings/chat", View: ChatPage, place: null },
  { address: "/settings/coverage", View: CoveragePage, place: null },
  { address: "/settings/audit", View: AuditPage, place: null },
];
