/** The chat tool with a real database and a stand-in for Slack. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integrationKeyPath } from "../../../src/appliance/layout.ts";
import { deleteConnections } from "../../../src/insights/integrations/connections-table.ts";
import { type ChatParts, openChat } from "../../../src/insights/integrations/open-chat.ts";
import { openPrepared } from "../../database/prepared.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import type { Milliseconds } from "../../../src/vocabulary/units.ts";
import { SECRETS } from "./scripted-slack.ts";

/** What a test may choose. */
interface Choices {
  /** null: none, as if the owner had set none. */
  testUrl: string | null;
  timeoutMs?: Milliseconds;
  offline?: boolean;
  integrationKey?: string | null;
}

export interface TestingChat {
  parts: ChatParts;
  directory: string;
  /** As it would be opened after a restart, on the same folder. */
  reopened(changes: Partial<Choices>): ChatParts;
  /** Forgets what connects an organization. */
  forget(organization: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens it on a new folder. */
export async function testingChat(choices: Choices): Promise<TestingChat> {
  const directory = mkdtempSync(join(tmpdir(), "chat-"));
  const database = await openPrepared(join(directory, "scoring.db"));
  const open = ({
    testUrl,
    timeoutMs = 60_000,
    offline = false,
    integrationKey = null,
  }: Choices): ChatParts =>
    openChat(
      {
        slackClientId: "4336676.569200954261",
        slackClientSecret: SECRETS.clientSecret,
        integrationKey,
        offline,
      },
      { database, clock: systemClock, slackUrl: testUrl, keyPath: integrationKeyPath(directory), timeoutMs },
    );
  return {
    parts: open(choices),
    directory,
    reopened: (changes) => open({ ...choices, ...changes }),
    forget: (organization) => deleteConnections(database, organization),
    close: async () => {
      await database.destroy();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
