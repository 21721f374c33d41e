/** The first page of the settings: how the server does; for a member, what their key is, or who they are. */
import { Redirect } from "wouter";
import { useCaller } from "../../frame/session-context.ts";
import { StatusView } from "./status/status-view.tsx";
import { YourKey } from "./your-key.tsx";

export function SettingsPage() {
  const { role, account } = useCaller();
  if (role === "admin") return <StatusView />;
  return account === null ? <YourKey /> : <Redirect to="/settings/account" replace />;
}
