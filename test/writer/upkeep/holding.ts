/** A data directory without a server: requests go through the writer's own functions into real files and tables. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyCaller } from "../../../src/identity/caller.ts";
import { keyValues, logsBodyOf, nanoseconds } from "../../../src/vocabulary/sending/otlp-values.ts";
import { followAdoption } from "../../../src/appliance/stream/follow-adoption.ts";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { openPrepared } from "../../database/prepared.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createOrganization } from "../../../src/identity/organizations/organization.ts";
import { streamRequestOf } from "../../../src/ingest/stream-request.ts";
import { walkBody } from "../../../src/ingest/walk/walk.ts";
import type { NormaliserParts } from "../../../src/normaliser/examine-objects.ts";
import { examineNext } from "../../../src/normaliser/keep.ts";
import { openFileStore } from "../../../src/objects/file-store.ts";
import type { ObjectStore } from "../../../src/objects/object-store.ts";
import { createRedactor } from "../../../src/privacy/redactor.ts";
import { readSettings } from "../../../src/settings/read.ts";
import type { HeldSequences } from "../../../src/stream/telemetry-stream.ts";
import type { StreamRequest } from "../../../src/stream/request.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { SIGNALS, type StoredLine } from "../../../src/vocabulary/otlp.ts";
import type { Milliseconds } from "../../../src/vocabulary/units.ts";
import { balance, describeDifferences } from "../../../src/books/books.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { findFrames } from "../../../src/catalogue/frame-table.ts";
import { readFrameLines } from "../../../src/catalogue/frame-text.ts";
import { readPosition } from "../../../src/books/progress-table.ts";
import { ClockWatch } from "../../../src/writer/arrivals/clock-watch.ts";
import { RecentHashes } from "../../../src/writer/recent-hashes.ts";
import { listKeys } from "../../../src/catalogue/table.ts";
import type { KeepUpkeepParts } from "../../../src/writer/upkeep/keep.ts";
import type { AdoptionParts } from "../../../src/writer/upkeep/adopt.ts";
import { writeBatch } from "../../../src/writer/write-batch.ts";
import { GivenKeys } from "../../../src/writer/upkeep/given-keys.ts";

/** When the first request of each test arrives: in the middle of an hour. */
export const NOON: Milliseconds = Date.UTC(2026, 10, 20, 12, 30);
/** Who published all that is written. */
export const PUBLISHER = "holding-1";
export const STREAM_MADE_AT = "2026-11-01T00:00:00.000Z";

/** A stream in which nothing is left. */
export const EMPTY_STREAM: HeldSequences = {
  first: null,
  holds: () => false,
  publishedUpTo: async () => new Map(),
};

/** Who sends; an organization and a key that nobody made are enough for the writer. */
export interface Sender {
  organizationId: string;
  keyId: string;
}

export const SENDER: Sender = { organizationId: "org-1", keyId: "key-1" };

/** A log record, as a test writes one. */
export interface Said {
  session: string | null;
  at: Milliseconds;
  text: string;
  attributes?: Record<string, string>;
}

/** A body of log records of one resource. */
export function logsBody(records: readonly Said[], resource: Record<string, string> = {}): unknown {
  const logRecords = records.map(({ session, at, text, attributes = {} }) => ({
    timeUnixNano: nanoseconds(at),
    body: { stringValue: text },
    attributes: keyValues({ ...(session !== null && { "session.id": session }), ...attributes }),
  }));
  return logsBodyOf(logRecords, { resource: keyValues(resource), scope: {} });
}

/** An open data directory. */
export class Holding {
  now: Milliseconds = NOON;
  /** A new one is a new start. */
  clockWatch = new ClockWatch({ builtAt: null, log: silentLog });
  private constructor(
    readonly directory: string,
    readonly database: Database,
    readonly objects: ObjectStore,
  ) {}

  /**
   * @param objects - in the directory's folder when left out
   * @param database - a file in the directory when left out
   */
  static async open(
    directory = mkdtempSync(join(tmpdir(), "holding-")),
    objects = openFileStore(join(directory, "objects")),
    database?: Database,
  ): Promise<Holding> {
    return new Holding(directory, database ?? (await fileIn(directory)), objects);
  }

  /** Makes an organization, for tests that need one that exists, and returns its id. */
  async addOrganization(): Promise<string> {
    const made = await inTransaction(this.database, "full", (transaction) =>
      createOrganization(transaction, "default", this.now),
    );
    if (!made.ok) throw new Error("the organization exists");
    return made.value.id;
  }

  /** What upkeep works with; `retention` keeps everything unless a test says otherwise. */
  parts(changes: Partial<KeepUpkeepParts> = {}): KeepUpkeepParts & AdoptionParts {
    const { database, objects } = this;
    return {
      database,
      objects,
      givenKeys: new GivenKeys(),
      clock: () => this.now,
      retention: { days: 10_000, maxBytes: null },
      expireReports: async () => 0,
      expireSignIns: async () => {},
      keepAudit: async () => {},
      follow: followAdoption,
      clockWatch: this.clockWatch,
      log: silentLog,
      ...changes,
    };
  }

  /** Writes requests as one batch of one message, after those written before. */
  async write(bodies: readonly unknown[], sender: Sender = SENDER, arrivedAt = this.now): Promise<number> {
    const position = (await readPosition(this.database, "writer"))?.sequence ?? 0;
    const requests = bodies.map((body) => frameFor(body, sender, arrivedAt));
    const figures = await readFigures(this.database);
    const records = requests.reduce(
      (sum, { header }) => sum + SIGNALS.reduce((all, one) => all + header.records[one], 0),
      0,
    );
    const before = figures.publishers.get(PUBLISHER) ?? { frames: 0, records: 0 };
    const totals = { frames: before.frames + requests.length, records: before.records + records };
    const batch = {
      deliveries: [{ sequence: position + 1, publisher: PUBLISHER, totals, requests }],
      broken: [],
      acknowledge: async () => {},
    };
    const parts = {
      database: this.database,
      objects: this.objects,
      quarantine: openFileStore(join(this.directory, "quarantine")),
      redactor: createRedactor(settings()),
      recent: new RecentHashes([]),
      clockWatch: this.clockWatch,
      streamCreatedAt: STREAM_MADE_AT,
    };
    await writeBatch(parts, batch, position);
    return position + 1;
  }

  /**
   * Examines everything that is written.
   *
   * @param parts - what the normaliser is to work with besides, such as smaller parts of sessions
   */
  async examine(parts: Partial<NormaliserParts> = {}): Promise<void> {
    const { database, objects } = this;
    while ((await examineNext({ database, objects, streamCreatedAt: STREAM_MADE_AT, ...parts })) !== null);
  }

  /** The text of every log record that can be read, in the order of the stream. */
  async texts(organization = SENDER.organizationId): Promise<string[]> {
    const found: { place: number[]; texts: string[] }[] = [];
    const everything = { session: null, event: null, from: 0, to: Number.MAX_SAFE_INTEGER };
    for await (const frame of findFrames(this.database, { organization, signal: "logs", ...everything })) {
      const lines = await readFrameLines(this.objects, { key: frame.objectKey, ...frame });
      if (!lines.ok) continue;
      for (const line of lines.value) found.push(textsIn(JSON.parse(line) as StoredLine));
    }
    found.sort((one, other) => comparePlaces(one.place, other.place));
    return found.flatMap(({ texts }) => texts);
  }

  keys(): Promise<string[]> {
    return listKeys(this.database);
  }

  /** Names of the files in the objects folder, half-written ones too. */
  files(): string[] {
    const folder = join(this.directory, "objects");
    const found = readdirSync(folder, { recursive: true }) as string[];
    return found.filter((path) => statSync(join(folder, path)).isFile()).sort();
  }

  /** What is wrong with the books; nothing when they balance. */
  async differences(): Promise<string[]> {
    return describeDifferences(balance(await readFigures(this.database), null));
  }

  /** The directory as a crash at this moment would leave it. */
  async copy(): Promise<Holding> {
    const copied = mkdtempSync(join(tmpdir(), "holding-"));
    cpSync(this.directory, copied, { recursive: true });
    const holding = await Holding.open(copied);
    holding.now = this.now;
    return holding;
  }

  async close(): Promise<void> {
    await this.database.destroy();
    rmSync(this.directory, { recursive: true });
  }
}

async function fileIn(directory: string): Promise<Database> {
  const path = join(directory, "scoring.db");
  return existsSync(path) ? openDatabase(path, "write") : openPrepared(path);
}

function settings() {
  const read = readSettings({}, {});
  if (!read.ok) throw new Error("the defaults are no settings");
  return read.value.settings;
}

function frameFor(body: unknown, sender: Sender, arrivedAt: Milliseconds): StreamRequest {
  const findings = walkBody(body);
  if (!findings.ok) throw new Error(findings.problem.description);
  const caller = keyCaller({
    ...sender,
    role: "member" as const,
    developerId: null,
    scopes: ["ingest"] as const,
  });
  const text = JSON.stringify(body);
  return streamRequestOf(text, { endpoint: "logs", caller, findings: findings.value, receivedAt: arrivedAt });
}

function textsIn(line: StoredLine): { place: number[]; texts: string[] } {
  const [one] = line.resourceLogs ?? [];
  const place = one?.resource?.attributes?.find(({ key }) => key === "scoring.sequence")?.value?.stringValue;
  const records = (one?.scopeLogs ?? []).flatMap((scope) => scope.logRecords ?? []);
  return {
    place: (place ?? "").split(":").map(Number),
    texts: records.map((record) => record.body?.stringValue ?? ""),
  };
}

function comparePlaces(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
