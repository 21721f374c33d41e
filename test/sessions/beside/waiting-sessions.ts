/** A data directory with sessions that were examined and wait to be measured. */
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createOrganization } from "../../../src/identity/organizations/organization.ts";
import { type DirtySession, findDirty } from "../../../src/normaliser/dirty-table.ts";
import { Measurer, type MeasurerParts } from "../../../src/sessions/measurer.ts";
import { canonicalDump } from "../../appliance/canonical-dump.ts";
import { Holding, logsBody } from "../../writer/upkeep/holding.ts";

export const PRICES = loadPrices({ pricesFile: null });

/** Sessions that wait, of one organization. */
export class WaitingSessions {
  private constructor(
    readonly holding: Holding,
    readonly organization: string,
  ) {}

  static async open(): Promise<WaitingSessions> {
    const holding = await Holding.open();
    const made = await inTransaction(holding.database, "full", (transaction) =>
      createOrganization(transaction, "default", holding.now),
    );
    if (!made.ok) throw new Error("the organization exists");
    return new WaitingSessions(holding, made.value.id);
  }

  get database() {
    return this.holding.database;
  }

  /** Sends sessions of some prompts each, all at once. */
  async send(count: number, prompts = 2): Promise<void> {
    const records = Array.from({ length: count * prompts }, (_, index) => {
      const text = index % prompts === 0 ? `Write the test number ${index}.` : "No, that is wrong.";
      const session = `session-${Math.floor(index / prompts)}`;
      const at = this.holding.now - 1_000_000 + index * 20;
      const email = `${index % 7}@example.com`;
      const asked = { "event.name": "user_prompt", prompt: text, prompt_length: String(text.length) };
      return { session, at, text: "a prompt", attributes: { ...asked, "user.email": email } };
    });
    const sender = { organizationId: this.organization, keyId: "key-1" };
    await this.holding.write([logsBody(records, { "service.name": "claude-code" })], sender);
    await this.holding.examine();
  }

  measurer(more: Partial<MeasurerParts> = {}): Measurer {
    const { database, now } = this.holding;
    return new Measurer({ database, clock: () => now, prices: PRICES, outages: () => [], ...more });
  }

  waiting(): Promise<DirtySession[]> {
    return findDirty(this.database, 10_000);
  }

  /** The same sessions again, in a directory of their own. */
  async copy(): Promise<WaitingSessions> {
    return new WaitingSessions(await this.holding.copy(), this.organization);
  }

  /** Everything that is derived. */
  dump(): Promise<Record<string, string[]>> {
    return canonicalDump(this.database);
  }

  async close(): Promise<void> {
    await this.holding.close();
  }
}
