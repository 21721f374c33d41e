/** Passes of the engine's stages over a captured session, in which statements to PostgreSQL break. */
import { balance, describeDifferences } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { canonicalDump } from "../appliance/canonical-dump.ts";
import { readRun, sendAsCaptured } from "../appliance/captured-runs.ts";
import { type OwnAppliance, startTestAppliance } from "../appliance/running.ts";
import { addDatabase } from "../database/postgres/open-postgres.ts";
import { wholeSchema } from "../whole-schema.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import {
  type PostgresProxy,
  type SentStatement,
  startPostgresProxy,
  type StatementFault,
} from "./postgres-proxy.ts";

/** What breaks, by the names of statements; each once. */
export type Breaks = ReadonlyMap<string, StatementFault>;

/** What came of a pass. */
export interface Pass {
  /** The names of its statements. */
  statements: ReadonlySet<string>;
  /** Those that broke: not each pass has all statements. */
  broken: ReadonlySet<string>;
  /** What is not as it is where nothing breaks. */
  problems: string[];
}

/** Codex is asked, calls a tool and answers: most of what stages do. */
const RUN = "codex-tool";

/** An appliance behind a proxy, for any number of passes. */
export class BrokenPasses {
  private expected: Record<string, string[]> | null = null;

  private constructor(
    private readonly server: PostgresServer,
    readonly proxy: PostgresProxy,
    readonly appliance: OwnAppliance,
  ) {}

  static async start(programs: string): Promise<BrokenPasses> {
    const server = await startPostgres(programs, { addresses: "127.0.0.1" });
    const database = new URL(await addDatabase(server)).pathname.slice(1);
    const at = { host: "127.0.0.1", port: server.port, user: "tests", database };
    const proxy = await startPostgresProxy(at);
    const appliance = await startTestAppliance({ settings: { database: proxy.url } });
    return new BrokenPasses(server, proxy, appliance);
  }

  /** Sends the session to a new organization, and compares what becomes of it with the first pass. */
  async pass(breaks: Breaks = new Map()): Promise<Pass> {
    const { appliance } = this;
    const organization = await appliance.addOrganization();
    const [statements, broken] = [new Set<string>(), new Set<string>()];
    this.proxy.decide = (statement) => {
      if (isOfTheTest(statement.application)) return null;
      const name = nameOf(statement);
      statements.add(name);
      const fault = breaks.get(name);
      if (fault === undefined || broken.has(name)) return null;
      broken.add(name);
      return fault;
    };
    for (const request of await readRun(RUN)) await sendAsCaptured(appliance, request, organization.key);
    await appliance.settled();
    this.proxy.decide = () => null;
    const rows = await this.rowsOf(organization.id);
    this.expected ??= rows;
    return { statements, broken, problems: [...differences(rows, this.expected), ...(await this.blamed())] };
  }

  async stop(): Promise<void> {
    await this.appliance.stop();
    await this.proxy.stop();
    await this.server.stop();
  }

  private async rowsOf(organization: string): Promise<Record<string, string[]>> {
    const dump = await canonicalDump(this.appliance.database);
    const theirs = (row: string) => String(JSON.parse(row)["organization"]) === organization;
    return Object.fromEntries(
      Object.entries(dump).map(([name, rows]) => [
        name,
        rows
          .filter(theirs)
          .map((row) => row.replaceAll(organization, "").replaceAll(IDS, ""))
          .toSorted(),
      ]),
    );
  }

  private async blamed(): Promise<string[]> {
    const { database } = this.appliance;
    const rows = wholeSchema(database);
    const aside = await rows.selectFrom("set_aside_sessions").selectAll().execute();
    const damaged = await rows.selectFrom("damaged_frames").selectAll().execute();
    return [
      ...[...aside, ...damaged].map((row) => `blamed: ${JSON.stringify(row)}`),
      ...describeDifferences(balance(await readFigures(database), null)),
    ];
  }
}

/** Ids of keys, and those that depend on the organization's. */
export const IDS =
  /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{16}(?=:)/g;

/** Whether a connection is the test's own: it looks into the database, and makes organizations. */
export function isOfTheTest(application: string): boolean {
  return application.endsWith(" command");
}

/** Returns what begins or ends a transaction with what comes before it, and lists of any length alike. */
export function nameOf({ text, before }: SentStatement): string {
  const whole = isCommit(text) || text.startsWith("begin") ? `${text} after ${before}` : text;
  return whole.replaceAll(/\$\d+(, \$\d+)*/g, "?").replaceAll(/\(\?\)(, \(\?\))+/g, "(?)");
}

/** Whether a statement, or its name, is the end of a transaction. */
export function isCommit(text: string): boolean {
  return /^(select pg_notify.*; )?commit\b/s.test(text);
}

const LONGEST_SHOWN = 600;

export function differences(rows: Record<string, string[]>, expected: Record<string, string[]>): string[] {
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const found = rows[name] ?? [];
    if (Bun.deepEquals(found, wanted)) return [];
    const [extra, missing] = [without(found, wanted), without(wanted, found)];
    return [`${name}: ${found.length} rows, not ${wanted.length}: ${extra} instead of ${missing}`];
  });
}

function without(rows: readonly string[], others: readonly string[]): string {
  return rows
    .filter((row) => !others.includes(row))
    .join()
    .slice(0, LONGEST_SHOWN);
}
