/**
 * How much was ever acknowledged, by publisher, in a bucket that all nodes share.
 *
 * Each publisher's note is written by its own node, soon after the acknowledgement: what a node that is killed had not
 * noted counts as never acknowledged. Whoever settles the stream compares and forgets those of all nodes.
 */
import { z } from "zod";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { type AcknowledgedNote, LOST, type Noted } from "../acknowledged.ts";
import { subtract, sum, TOTALS, type Totals } from "../message.ts";
import type { Bucket, HeldNote } from "./bucket.ts";
import { KeptNotes } from "./kept-notes.ts";
import type { BucketWatch } from "./watch-bucket.ts";

export const ACKNOWLEDGED = "acknowledged";

const LOSS = z.object({ ...TOTALS.shape, at: z.number() });
type Loss = z.infer<typeof LOSS>;

const OF_PUBLISHER = "publisher ";
const LOST_BY = "lost ";

/** Returns what all nodes have noted. */
export async function readAcknowledgedIn(bucket: Bucket): Promise<Noted> {
  return notedIn(new Map((await bucket.all()).map(({ key, text }) => [key, text])));
}

/** Forgets a publisher whose messages are all written, unless more of it was acknowledged meanwhile. */
export async function forgetAcknowledged(bucket: Bucket, publisher: string, totals: Totals): Promise<void> {
  const note = await bucket.get(OF_PUBLISHER + publisher);
  if (note !== null && totalsIn(note)?.frames === totals.frames) await bucket.forget(note);
}

/** What the notes of one node need. */
interface NoteParts {
  node: string;
  clock: Clock;
  log: Log;
}

/** The notes of one node among others'. */
export class AcknowledgedBucket implements AcknowledgedNote {
  /** What the bucket held when it was heard last, and what this node has put since it began. */
  private readonly heard = new Map<string, string>();
  private readonly put = new Map<string, string>();
  private readonly kept: KeptNotes;
  private watch: BucketWatch | null = null;

  /** @param bucket - Settled once the servers were reached; until then notes wait. */
  constructor(
    private readonly bucket: Promise<Bucket>,
    private readonly parts: NoteParts,
  ) {
    this.kept = new KeptNotes(bucket);
  }

  /** Opens it for a node that compares: it has read what all nodes have noted, and hears what they note from now on. */
  static async open(bucket: Bucket, parts: NoteParts): Promise<AcknowledgedBucket> {
    const note = new AcknowledgedBucket(Promise.resolve(bucket), parts);
    note.watch = bucket.watch((key, text) => note.hear(key, text), parts.log);
    await note.watch.ready;
    return note;
  }

  get now(): Noted {
    return notedIn(new Map([...this.heard, ...this.put]));
  }

  /** Returns at once: an acknowledgement does not wait for its note. */
  acknowledge(publisher: string, totals: Totals): Promise<void> {
    this.keep(OF_PUBLISHER + publisher, totals);
    return Promise.resolve();
  }

  compare(publisher: string, published: Totals): void {
    const noted = this.now.acknowledged.get(publisher);
    if (noted === undefined) return;
    const missing = subtract(noted, published);
    if (missing.frames <= 0) return;
    this.parts.log.error(LOST, { requests: missing.frames, records: missing.records });
    const key = LOST_BY + this.parts.node;
    const before = lossIn(this.put.get(key) ?? this.heard.get(key)) ?? { frames: 0, records: 0 };
    this.keep(OF_PUBLISHER + publisher, published);
    this.keep(key, { ...sum(before, missing), at: this.parts.clock() } satisfies Loss);
  }

  forget(publisher: string): void {
    const totals = this.now.acknowledged.get(publisher);
    this.hear(OF_PUBLISHER + publisher, null);
    this.put.delete(OF_PUBLISHER + publisher);
    // one that stays because the servers are away is forgotten at another look
    if (totals !== undefined)
      void this.bucket.then((bucket) => forgetAcknowledged(bucket, publisher, totals)).catch(() => {});
  }

  async close(withinMs: Milliseconds): Promise<void> {
    this.watch?.stop();
    await this.kept.close(withinMs);
  }

  private hear(key: string, text: string | null): void {
    if (text === null) this.heard.delete(key);
    else this.heard.set(key, text);
  }

  private keep(key: string, content: Totals | Loss): void {
    const text = JSON.stringify(content);
    this.put.set(key, text);
    this.kept.put(key, text);
  }
}

function notedIn(texts: ReadonlyMap<string, string>): Noted {
  const acknowledged = new Map<string, Totals>();
  let lost: Totals = { frames: 0, records: 0 };
  let lostAt: number | null = null;
  for (const [key, text] of texts) {
    const totals = key.startsWith(OF_PUBLISHER) ? totalsIn({ text }) : null;
    if (totals !== null) acknowledged.set(key.slice(OF_PUBLISHER.length), totals);
    const loss = key.startsWith(LOST_BY) ? lossIn(text) : null;
    if (loss === null) continue;
    lost = sum(lost, loss);
    lostAt = Math.max(lostAt ?? 0, loss.at);
  }
  return { acknowledged, lost, lostAt };
}

function totalsIn({ text }: Pick<HeldNote, "text">): Totals | null {
  return TOTALS.safeParse(parsed(text)).data ?? null;
}

function lossIn(text: string | undefined): Loss | null {
  return text === undefined ? null : (LOSS.safeParse(parsed(text)).data ?? null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no note of this program
  }
}
