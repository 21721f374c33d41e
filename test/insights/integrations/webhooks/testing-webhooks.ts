/** Webhooks with a real database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integrationKeyPath } from "../../../../src/appliance/layout.ts";
import type { LookUp } from "../../../../src/insights/integrations/machine-lookup.ts";
import { makeWebhook } from "../../../../src/insights/integrations/webhooks/change-webhooks.ts";
import {
  openWebhooks,
  type WebhookParts,
} from "../../../../src/insights/integrations/webhooks/open-webhooks.ts";
import { openPrepared } from "../../../database/prepared.ts";
import { systemClock } from "../../../../src/vocabulary/clock.ts";
import type { Milliseconds } from "../../../../src/vocabulary/units.ts";

/** What a test may choose. */
interface Choices {
  webhookHosts?: string[];
  offline?: boolean;
  integrationKey?: string | null;
  lookUp?: LookUp;
  authorities?: string;
  timeoutMs?: Milliseconds;
}

export interface TestingWebhooks {
  directory: string;
  /** As webhooks would be opened by a start with these choices. */
  open(choices?: Choices): WebhookParts;
  close(): Promise<void>;
}

export async function testingWebhooks(): Promise<TestingWebhooks> {
  const directory = mkdtempSync(join(tmpdir(), "webhooks-"));
  const database = await openPrepared(join(directory, "scoring.db"));
  return {
    directory,
    open: ({ webhookHosts = [], offline = false, integrationKey = null, ...network } = {}) =>
      openWebhooks(
        { webhookHosts, offline, integrationKey },
        {
          database,
          clock: systemClock,
          keyPath: integrationKeyPath(directory),
          network: { timeoutMs: 60_000, ...network },
        },
      ),
    close: async () => {
      await database.destroy();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Makes one, and returns its id and its secret. */
export async function newWebhook(
  parts: WebhookParts,
  address: string,
  organizationId = "organization",
): Promise<{ id: string; secret: string }> {
  const made = await makeWebhook(parts, { organizationId, actorId: "key", name: "Pager", address });
  if (!made.ok) throw new Error(made.problem.kind);
  return { id: made.value.webhook.id, secret: made.value.secret };
}
