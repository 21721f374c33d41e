/** Opens the chat tool: everything that speaks to it is handed what is made here. */
import type { Database } from "../../database/open.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { KeyPlace } from "./sealing-key.ts";
import { slackAddresses } from "./slack/addresses.ts";
import { createSlackClient, type SlackClient } from "./slack/slack-client.ts";

/** The settings of the chat tool. */
export type ChatSettings = Pick<
  Settings,
  Extract<keyof Settings, `slack${string}`> | "offline" | "integrationKey"
>;

/** What speaks to the chat tool, and remembers how. */
export interface ChatParts {
  database: Database;
  clock: Clock;
  slack: SlackClient;
  keyPlace: KeyPlace;
  /** The app's own id and secret; null when the settings have none. */
  client: { id: string; secret: string } | null;
}

const TIMEOUT: Milliseconds = 10 * SECOND;

/** @remarks Takes where the key is that encrypts what Slack gives out; a shorter patience only in tests. */
export function openChat(
  settings: ChatSettings,
  parts: Pick<ChatParts, "database" | "clock"> & { keyPath: string; log: Log; timeoutMs?: Milliseconds },
): ChatParts {
  const { database, clock, keyPath: path, timeoutMs = TIMEOUT } = parts;
  const { slackClientId: id, slackClientSecret: secret, offline: isOffline } = settings;
  if (settings.slackTestUrl !== null)
    parts.log.warning("messages for Slack go to slack_test_url instead, which is for tests");
  const addresses = slackAddresses(settings.slackTestUrl);
  return {
    database,
    clock,
    slack: createSlackClient(addresses, { isOffline, timeoutMs, clock }),
    keyPlace: { setKey: settings.integrationKey, path },
    client: id === null || secret === null ? null : { id, secret },
  };
}
