/**
 * A bucket of notes that all nodes share: texts by key, kept by the stream's servers.
 *
 * A note is kept as often as the stream itself, and what is read is what a majority of the servers has. Which of two
 * nodes that write the same key at once comes last is not said: each note has one writer.
 */
import { type KV, Kvm } from "@nats-io/kv";
import type { Log } from "../../vocabulary/log.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { ANSWER_TIMEOUT_MS, type StreamConnection } from "../connection.ts";
import { keyOf, tokenOf } from "./bucket-key.ts";
import { BucketWatch, type Changed } from "./watch-bucket.ts";

/** What is held under a key. */
export interface HeldNote {
  key: string;
  text: string;
  /** Rises with each change of the bucket. */
  revision: number;
}

/** A bucket; each question rejects while the servers do not answer it, and may for a moment after it was made. */
export interface Bucket {
  /** Returns null when nothing is under the key. */
  get(key: string): Promise<HeldNote | null>;
  /** Returns the revision that the note has now. */
  put(key: string, text: string): Promise<number>;
  delete(key: string): Promise<void>;
  /**
   * Removes a note as it was read, and every trace of it; one that was changed meanwhile stays, which is no error. No
   * watch hears of it.
   */
  forget(note: Pick<HeldNote, "key" | "revision">): Promise<void>;
  keys(): Promise<string[]>;
  /** Returns everything that it holds. */
  all(): Promise<HeldNote[]>;
  /** Calls for each note there is and then for each change, however often the servers go away meanwhile. */
  watch(changed: Changed, log: Log): BucketWatch;
}

const MOST_BYTES: Bytes = 64 * 1024 * 1024;

/**
 * Opens the bucket of that name, and makes it when it is missing.
 *
 * @throws When the servers do not answer, or are fewer than the replicas that are set.
 */
export async function openBucket(connection: StreamConnection, name: string): Promise<Bucket> {
  const { client, answered, shelf } = connection;
  const options = { replicas: shelf.replicas, history: 1, max_bytes: MOST_BYTES };
  // not from any server: one that is behind would answer with an older note
  const fromLeader = { allow_direct: false, timeout: ANSWER_TIMEOUT_MS };
  const bucketName = `${shelf.prefix}${name}`;
  const opened = await answered(new Kvm(client).create(bucketName, { ...options, ...fromLeader }));
  return bucketOf(opened, bucketName, connection);
}

function bucketOf(opened: KV, bucketName: string, connection: StreamConnection): Bucket {
  const { answered, manager } = connection;
  // a delete would leave a mark for each key that there ever was
  async function forget({ key, revision }: Pick<HeldNote, "key" | "revision">): Promise<void> {
    const upTo = { filter: `$KV.${bucketName}.${tokenOf(key)}`, seq: revision + 1 };
    await answered(manager.streams.purge(`KV_${bucketName}`, upTo));
  }
  async function get(key: string): Promise<HeldNote | null> {
    const found = await answered(opened.get(tokenOf(key)));
    return found?.operation === "PUT" ? { key, text: found.string(), revision: found.revision } : null;
  }
  async function all(): Promise<HeldNote[]> {
    const names = await keysIn(opened, connection);
    const notes = await Promise.all(names.map(get));
    return notes.filter((note) => note !== null);
  }
  return {
    get,
    all,
    put: (key, text) => answered(opened.put(tokenOf(key), text, { timeout: ANSWER_TIMEOUT_MS })),
    delete: (key) => answered(opened.delete(tokenOf(key))),
    forget,
    keys: async () => (await all()).map(({ key }) => key),
    watch: (changed, log) => BucketWatch.open({ opened, connection, changed, log }),
  };
}

/** Also of notes that are removed. */
async function keysIn(opened: KV, { answered, manager }: StreamConnection): Promise<string[]> {
  const { streamInfo } = await answered(opened.status());
  const { name } = streamInfo.config;
  const { state } = await answered(manager.streams.info(name, { subjects_filter: ">" }));
  return Object.keys(state.subjects ?? {}).map((subject) =>
    keyOf(subject.slice(subject.lastIndexOf(".") + 1)),
  );
}
