/** The object store as a bucket: objects go in whole, any part of one comes out, and what passes is tried again. */
import { S3Client, type S3ListObjectsResponse } from "bun";
import type { Bytes } from "../vocabulary/units.ts";
import {
  IncompleteObject,
  type ObjectStore,
  StoreRefuses,
  StoreUnavailable,
  StoreUnusable,
  type StoredObject,
} from "./object-store.ts";
import { isRefused, whatToDo } from "./s3-remedies.ts";
import { askBucket, askOnce, codeOf, fetchSigned } from "./s3-requests.ts";

/** Where a bucket is, and who asks. */
export interface S3Place {
  bucket: string;
  /** What the keys begin with; empty, or with `/` at its end. */
  prefix: string;
  /** null for AWS's own. */
  endpoint: string | null;
  /** null for what the endpoint's server calls its only one. */
  region: string | null;
  /** Whether the bucket is in the path and not in the host's name. */
  pathStyle: boolean;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

/** Above this an object goes in parts: each part is a request, which costs as much as a whole object. */
const PARTS_ABOVE: Bytes = 64 * 1024 * 1024;
const PART: Bytes = 16 * 1024 * 1024;
/** @see Amazon S3 API, ListObjectsV2, "MaxKeys", read 2026-11. */
const MOST_KEYS = 1_000;
/** Of a signed address; it is used at once. */
const VALID_SECONDS = 900;
/** About forty frames; a joined object has up to twice as much. */
const READ_AHEAD: Bytes = 8 * 1024 * 1024;

/**
 * Opens a store in a bucket; nothing is asked of it yet.
 *
 * @param isHeld - Whether a backup is being made.
 */
export function openS3Store(place: S3Place, isHeld: () => boolean = () => false): ObjectStore {
  const client = clientOf(place);
  const inBucket = (key: string) => place.prefix + checked(key);
  return {
    isHeld,
    readAhead: READ_AHEAD,
    isLargeToList: true,
    put: async (key, bytes) => put(client, inBucket(key), bytes),
    read: async (key, offset, length) => read(client, { key: inBucket(key), offset, length }),
    remove: async (key) => {
      const name = inBucket(key);
      await askBucket(`removing the object ${name}`, () => client.delete(name));
    },
    removeUnfinished: async () => {}, // an object is there whole or not at all
    list: async (prefix) => (await Array.fromAsync(pages(client, place.prefix, { prefix }))).flat(),
    pages: (prefix, after) =>
      pages(client, place.prefix, { prefix, ...(after === undefined ? {} : { after }) }),
    folders: (prefix) => folders(client, place.prefix, prefix),
    check: () => check(client, place),
  };
}

function clientOf({ bucket, endpoint, region, pathStyle, accessKeyId, secretAccessKey }: S3Place): S3Client {
  const named = region ?? "us-east-1";
  return new S3Client({
    bucket,
    region: named,
    endpoint: endpointOf(bucket, endpoint ?? `https://s3.${named}.amazonaws.com`, pathStyle),
    virtualHostedStyle: !pathStyle,
    ...(accessKeyId === null ? {} : { accessKeyId }),
    ...(secretAccessKey === null ? {} : { secretAccessKey }),
  });
}

/** In the other style the client takes the host as it is. */
export function endpointOf(bucket: string, endpoint: string, pathStyle: boolean): string {
  if (pathStyle) return endpoint;
  const url = new URL(endpoint);
  url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}

/** Keys are in the database, and a database may come from a backup that somebody else made. */
function checked(key: string): string {
  const isInside = key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isInside) throw new Error(`the object ${key} would be outside of its folder`);
  return key;
}

/**
 * The client's own requests cannot be ended: one that hangs would keep its bytes for minutes. So it only signs those
 * that carry objects.
 */
async function put(client: S3Client, name: string, bytes: Uint8Array): Promise<void> {
  const attempt = `writing ${bytes.length} bytes as the object ${name}`;
  if (bytes.length > PARTS_ABOVE)
    return askBucket(attempt, () => putParts(client, name, bytes), bytes.length);
  const body = bytes as Uint8Array<ArrayBuffer>;
  const url = () => client.presign(name, { method: "PUT", expiresIn: VALID_SECONDS });
  await askBucket(attempt, (signal) => fetchSigned(url(), { method: "PUT", body, signal }), bytes.length);
}

async function putParts(client: S3Client, name: string, bytes: Uint8Array): Promise<void> {
  const writer = client.file(name).writer({ partSize: PART, queueSize: 2 });
  await writer.write(bytes);
  await writer.end();
}

interface Part {
  key: string;
  offset: Bytes;
  length: Bytes;
}

async function read(client: S3Client, { key, offset, length }: Part): Promise<Uint8Array<ArrayBuffer>> {
  const attempt = `reading ${length} bytes at ${offset} of the object ${key}`;
  if (length === 0) return new Uint8Array(0); // an empty range would be read as none
  const headers = { range: `bytes=${offset}-${offset + length - 1}` };
  const get = (signal: AbortSignal) =>
    fetchSigned(client.presign(key, { method: "GET", expiresIn: VALID_SECONDS }), {
      method: "GET",
      headers,
      signal,
    });
  const ask = () => askBucket(attempt, get, length);
  const bytes = await ask().catch(absentIsNull);
  if (bytes?.length === length) return bytes;
  // who is overloaded may answer wrongly: only a second answer is believed
  const again = await ask().catch(absentIsNull);
  if (again?.length === length) return again;
  const cause = again === null ? "it is not there" : `the object ends after ${offset + again.length} bytes`;
  throw new IncompleteObject(attempt, { cause: new IncompleteObject(cause) });
}

function absentIsNull(error: unknown): null {
  if (error instanceof StoreUnavailable && IS_ABSENCE.has(codeOf(error.cause))) return null;
  throw error;
}

const IS_ABSENCE: ReadonlySet<string> = new Set(["NoSuchKey", "InvalidRange"]);

interface Listing {
  prefix: string;
  after?: string;
}

async function* pages(
  client: S3Client,
  root: string,
  { prefix, after }: Listing,
): AsyncGenerator<StoredObject[]> {
  const below = belowOf(root, prefix);
  let behind = after === undefined ? null : root + after;
  do {
    const asked = { prefix: below, maxKeys: MOST_KEYS, ...(behind === null ? {} : { startAfter: behind }) };
    const page = await askBucket(`listing ${below}`, () => client.list(asked));
    const found = page.contents ?? [];
    yield found.map(({ key, size }) => ({ key: key.slice(root.length), bytes: size ?? 0 }));
    behind = page.isTruncated === true ? (found.at(-1)?.key ?? null) : null;
  } while (behind !== null);
}

function belowOf(root: string, prefix: string): string {
  return prefix === "" ? root : `${root}${checked(prefix)}/`;
}

async function folders(client: S3Client, root: string, prefix: string): Promise<string[]> {
  const below = belowOf(root, prefix);
  const names: string[] = [];
  let next: string | null = null;
  do {
    const asked = { prefix: below, delimiter: "/", ...(next === null ? {} : { continuationToken: next }) };
    const page: S3ListObjectsResponse = await askBucket(`listing the folders of ${below}`, () =>
      client.list(asked),
    );
    names.push(...(page.commonPrefixes ?? []).map((folder) => folder.prefix.slice(below.length, -1)));
    next = page.nextContinuationToken ?? null;
  } while (next !== null);
  return names;
}

async function check(client: S3Client, place: S3Place): Promise<void> {
  const { bucket, prefix, endpoint } = place;
  const where = `the bucket ${bucket}${endpoint === null ? "" : ` at ${endpoint}`}`;
  try {
    await askOnce(`looking into ${where}`, () => client.file(`${prefix}${PROBE_KEY}`).bytes());
  } catch (cause) {
    const code = codeOf(cause instanceof Error ? cause.cause : null);
    if (code === "NoSuchKey") return;
    const Problem = isRefused(code) ? StoreRefuses : StoreUnusable;
    throw new Problem(`${where} cannot be used (${code})`, whatToDo(code, place), { cause });
  }
}

/** Nothing has this key. To ask for it costs a tenth of a listing; who may not list is not answered that it is not there. */
const PROBE_KEY = "readiness-probe";
