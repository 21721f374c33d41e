/** Opens the chat tool: everything that speaks to it is handed what is made here. */
import type { Database } from "../../database/open.ts";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
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

/** What it is opened with. */
interface OpeningChat extends Pick<ChatParts, "database" | "clock"> {
  /** The file of the key that encrypts what Slack gives out. */
  keyPath: string;
  /** A stand-in for Slack in tests; null otherwise. */
  slackUrl: string | null;
  /** Shorter only in tests. */
  timeoutMs?: Milliseconds;
}

export function openChat(settings: ChatSettings, parts: OpeningChat): ChatParts {
  const { database, clock, keyPath: path, slackUrl, timeoutMs = TIMEOUT } = parts;
  const { slackClientId: id, slackClientSecret: secret, offline: isOffline } = settings;
  const addresses = slackAddresses(slackUrl);
  return {
    database,
    clock,
    slack: createSlackClient(addresses, { isOffline, timeoutMs, clock }),
    keyPlace: { setKey: settings.integrationKey, path },
    client: id === null || secret === null ? null : { id, secret },
  };
}
