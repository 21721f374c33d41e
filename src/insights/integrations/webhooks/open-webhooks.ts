/** Opens webhooks: everything that sends to them is handed what is made here. */
import type { Database } from "../../../database/open.ts";
import type { Settings } from "../../../settings/schema.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { type LookUp, lookUpOnMachine } from "../machine-lookup.ts";
import type { KeyPlace } from "../sealing-key.ts";
import type { PostRules } from "./post.ts";

/** What sends to webhooks, and remembers them. */
export interface WebhookParts {
  database: Database;
  clock: Clock;
  keyPlace: KeyPlace;
  rules: PostRules;
}

/** The settings of webhooks. */
export type WebhookSettings = Pick<Settings, "offline" | "integrationKey" | "webhookHosts">;

const TIMEOUT: Milliseconds = 10 * SECOND;

/** What they are opened with. */
interface OpeningWebhooks extends Pick<WebhookParts, "database" | "clock"> {
  /** The file of the key that encrypts addresses and secrets. */
  keyPath: string;
  /** Others only in tests. */
  network?: { lookUp?: LookUp; authorities?: string; timeoutMs?: Milliseconds };
}

export function openWebhooks(settings: WebhookSettings, parts: OpeningWebhooks): WebhookParts {
  const { database, clock, keyPath: path, network = {} } = parts;
  const { lookUp = lookUpOnMachine, authorities = null, timeoutMs = TIMEOUT } = network;
  const { offline: isOffline, webhookHosts: allowedHosts } = settings;
  return {
    database,
    clock,
    keyPlace: { setKey: settings.integrationKey, path },
    rules: { isOffline, timeoutMs, clock, lookUp, allowedHosts, authorities },
  };
}
