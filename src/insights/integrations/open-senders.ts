/** Opens every way by which this server sends messages to people and to other programs. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { type ChatParts, type ChatSettings, openChat } from "./open-chat.ts";
import { type EmailParts, type EmailSettings, openEmail } from "./email/open-email.ts";
import { openWebhooks, type WebhookParts, type WebhookSettings } from "./webhooks/open-webhooks.ts";

/** What sends messages. */
export interface Senders {
  chat: ChatParts;
  webhooks: WebhookParts;
  email: EmailParts;
}

/** What they are opened with. */
interface OpeningSenders {
  database: Database;
  clock: Clock;
  /** The file of the key that encrypts credentials. */
  keyPath: string;
  /** A stand-in for Slack in tests; null otherwise. */
  slackUrl: string | null;
  /** Longer only in tests. */
  timeoutMs?: Milliseconds;
}

export function openSenders(
  settings: ChatSettings & WebhookSettings & EmailSettings,
  parts: OpeningSenders,
): Senders {
  const { timeoutMs } = parts;
  const network = timeoutMs === undefined ? {} : { timeoutMs };
  return {
    chat: openChat(settings, parts),
    webhooks: openWebhooks(settings, { ...parts, network }),
    email: openEmail(settings),
  };
}
