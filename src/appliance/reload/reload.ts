/** Puts settings that were read again into force while everything runs: all of them, or none when one cannot be used. */
import { readCertificate, reportCertificate } from "../../http/tls/certificate.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import { fileKey } from "../../settings/names.ts";
import { readProvider } from "../../settings/provider.ts";
import type { SettingName, Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { FrontDoor } from "../doors/front-door.ts";
import { loadPrices } from "../load-prices.ts";
import { compareSettings, type ComparedSettings } from "./compare-settings.ts";

/** What settings reach. */
export interface Reloadable {
  door: Pick<FrontDoor, "change" | "renew">;
  engine: { renew(changed: { settings: Settings; prices: PriceTable }): Promise<void> };
  pool: { renew(prices: PriceTable): void };
  people: { refresh(): Promise<void> };
  /** Adds to the audit log which settings are others now, by their names in the file. */
  record(changed: readonly string[]): Promise<void>;
  clock: Clock;
  log: Log;
}

/** Reads what the settings name, certificates, prices and keys, again too. */
export class Reloading {
  private last = Promise.resolve();

  constructor(
    private settings: Settings,
    private prices: PriceTable,
    private readonly parts: Reloadable,
  ) {}

  /** The settings as they are now. */
  get inForce(): Settings {
    return this.settings;
  }

  /** One after the other. What cannot be used is reported in the log. */
  reload(read: Settings): Promise<void> {
    const tried = () => this.apply(read).catch((error: unknown) => this.refuse(describeError(error)));
    return (this.last = this.last.then(tried));
  }

  private async apply(read: Settings): Promise<void> {
    const compared = compareSettings(this.settings, read);
    const certificate = await readCertificate(compared.settings, this.parts.clock());
    if (!certificate.ok) return this.refuse(certificate.problem.message);
    const provider = readProvider(compared.settings);
    if (!provider.ok) return this.refuse(provider.problem);
    const prices = pricesOf(compared.settings);
    if (!prices.ok) return this.refuse(prices.problem);
    if (certificate.value !== null) {
      this.parts.door.renew(certificate.value);
      reportCertificate(certificate.value, this.parts.log);
    }
    await this.putInForce(compared, prices.value);
    await this.parts.people.refresh();
  }

  private async putInForce(
    { settings, changed, waiting, concernsEngine }: ComparedSettings,
    prices: PriceTable,
  ): Promise<void> {
    const { door, engine, pool, log } = this.parts;
    const arePricesNew = prices.sha256 !== this.prices.sha256;
    [this.settings, this.prices] = [settings, prices];
    if (changed.length > 0 || arePricesNew) door.change(settings, prices);
    if (arePricesNew) pool.renew(prices);
    if (concernsEngine || arePricesNew) await engine.renew({ settings, prices });
    log.info("the settings were read again", {
      changed: listed(changed),
      prices: arePricesNew ? "new" : "as before",
    });
    if (changed.length > 0) await this.parts.record(changed.map(fileKey));
    if (waiting.length > 0) log.warning("these settings need a restart", { settings: listed(waiting) });
  }

  private refuse(reason: string): void {
    this.parts.log.error("the settings were not read again; those in force stay", { reason });
  }
}

function pricesOf(settings: Settings): Result<PriceTable, string> {
  try {
    return succeed(loadPrices(settings));
  } catch (error) {
    return fail(describeError(error));
  }
}

/** Only names: values may be secret. */
function listed(names: readonly SettingName[]): string {
  return names.map(fileKey).join(", ") || "none";
}
