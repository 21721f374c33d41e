/** Reads an agent's history and sends what was not sent before. */
import { createHash } from "node:crypto";
import type { Redactor } from "../privacy/redactor.ts";
import type { Bytes, Instant } from "../vocabulary/units.ts";
import { bodyOf, recordId } from "./body.ts";
import type { FileProgress, Progress } from "./progress.ts";
import type { HistoryFile, HistoryRecord, HistorySource, Home } from "./record.ts";
import { Counting, type Totals } from "./totals.ts";

/** What an import works with. */
export interface HistoryImport {
  home: Home;
  /** Files that were not changed since are left out; null for none. */
  since: Instant | null;
  progress: Progress;
  redactor: Redactor;
  /** Sends a body to `/v1/logs` and returns when the server has taken it; null to send nothing. */
  send: ((body: string) => Promise<void>) | null;
  report(done: Done): void;
}

/** How far an import is. */
export interface Done {
  bytes: Bytes;
  ofBytes: Bytes;
  records: number;
}

/** Records that are sent together; so many characters at most, whatever their number. */
const TOGETHER = { records: 500, characters: 1024 * 1024 };

/**
 * Imports one agent's history, the oldest files first.
 *
 * @returns what was sent, or would be
 * @throws what `send` throws; run again, it goes on where it ended
 */
export async function importHistory(source: HistorySource, parts: HistoryImport): Promise<Totals> {
  const counting = new Counting(source.agent);
  const outbox = new Outbox(parts);
  const found = source.find(parts.home).filter(({ changedAt }) => changedAt >= (parts.since ?? -Infinity));
  const files = found.toSorted((left, right) => left.changedAt - right.changedAt);
  const done = { bytes: 0, ofBytes: files.reduce((sum, { bytes }) => sum + bytes, 0), records: 0 };
  for (const file of files) {
    if (parts.progress.of(file)?.mark === file.mark) counting.totals.unchanged += 1;
    else await importFile(file, { source, parts, counting, outbox });
    done.bytes += file.bytes;
    done.records = counting.totals.records;
    parts.report(done);
  }
  await outbox.flush();
  return counting.totals;
}

interface FileWork {
  source: HistorySource;
  parts: HistoryImport;
  counting: Counting;
  outbox: Outbox;
}

async function importFile(file: HistoryFile, work: FileWork): Promise<void> {
  const skipped = await countSent(file, work);
  const { counting, outbox, source } = work;
  let [sent, digest] = [0, ""];
  for await (const record of source.read(file)) {
    if (record.kind === "left_out") {
      counting.addLeftOut(file, record);
      // a later version of this program, or another runtime, may read it
      if (record.what === "file") return;
      continue;
    }
    sent += 1;
    digest = nextDigest(digest, record);
    if (sent <= skipped) continue;
    counting.addRecord(record);
    await outbox.add(record, { file, progress: { mark: "", sent, digest } });
  }
  if (sent > skipped) counting.totals.files += 1;
  else counting.totals.unchanged += 1;
  outbox.note(file, { mark: file.mark, sent, digest });
}

/** How many of a file's first records were sent; none where it was written anew. */
async function countSent(file: HistoryFile, work: FileWork): Promise<number> {
  const known = work.parts.progress.of(file);
  if (known === null || known.sent === 0) return 0;
  return (await digestOf(file, known.sent, work)) === known.digest ? known.sent : 0;
}

/** A hash of the ids of a file's first records. */
async function digestOf(file: HistoryFile, records: number, { source }: FileWork): Promise<string> {
  let [read, digest] = [0, ""];
  for await (const record of source.read(file)) {
    if (record.kind === "left_out") continue;
    digest = nextDigest(digest, record);
    read += 1;
    if (read === records) break;
  }
  return digest;
}

function nextDigest(digest: string, record: HistoryRecord): string {
  return createHash("sha256").update(digest).update(recordId(record)).digest("base64url").slice(0, 22);
}

/** Records on their way; how far files are is saved when the server has their records. */
class Outbox {
  private records: HistoryRecord[] = [];
  private characters = 0;
  private notes: { file: HistoryFile; progress: FileProgress }[] = [];

  constructor(private readonly parts: HistoryImport) {}

  async add(record: HistoryRecord, note: { file: HistoryFile; progress: FileProgress }): Promise<void> {
    if (this.parts.send === null) return;
    this.records.push(record);
    this.note(note.file, note.progress);
    for (const value of Object.values(record.attributes))
      this.characters += typeof value === "string" ? value.length : 10;
    if (this.records.length >= TOGETHER.records || this.characters >= TOGETHER.characters) await this.flush();
  }

  /** Of several notes on a file only the last counts. */
  note(file: HistoryFile, progress: FileProgress): void {
    if (this.notes.at(-1)?.file === file) this.notes.pop();
    this.notes.push({ file, progress });
  }

  async flush(): Promise<void> {
    const { send, redactor, progress } = this.parts;
    if (send === null) return;
    if (this.records.length > 0) await send(bodyOf(this.records, redactor));
    for (const note of this.notes) progress.set(note.file, note.progress);
    if (this.notes.length > 0) await progress.save();
    [this.records, this.characters, this.notes] = [[], 0, []];
  }
}
