/** The first page of the settings: how the server does; for a member, what their key is. */
import { useCaller } from "../../frame/session-context.ts";
import { StatusView } from "./status/status-view.tsx";
import { YourKey } from "./your-key.tsx";

export function SettingsPage() {
  return useCaller().role === "admin" ? <StatusView /> : <YourKey />;
}
