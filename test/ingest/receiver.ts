/** A receiver to send requests to: a whole appliance, with what it stored to look at. */
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import {
  type KeyValue,
  RECEIVED_SEQUENCE,
  type Resource,
  type StoredLine,
} from "../../src/vocabulary/otlp.ts";
import { joinTestAppliance, startTestAppliance, type TestAppliance } from "../appliance/running.ts";
import { wholeSchema } from "../whole-schema.ts";
import { objectsPath } from "../../src/stores.ts";
import { fetchAgain } from "../fetch-again.ts";

/** What a test sees of a receiver: HTTP, and the lines it stored. */
export interface Receiver {
  url: string;
  port: number;
  key: string;
  /** A key of another organization. */
  foreignKey: string;
  limitBytes: number;
  appliance: TestAppliance;
  /** Its organization, and the other one. */
  organization: string;
  foreignOrganization: string;
  /** Sends a body; content type and key are added unless the headers name them, and `null` leaves one out. */
  send(path: string, body: unknown, headers?: Record<string, string | null>): Promise<Response>;
  /** What was stored since this was asked last, without what the writer notes of the arrival. */
  stored(): Promise<StoredLine[]>;
  stop(): Promise<void>;
}

/** Privacy is another matter: here everything is stored as it was sent. */
export const SETTINGS_OF_RECEIVERS = {
  batchMaxMs: 1,
  bodyLimitBytes: 1024 * 1024,
  redactEntropy: false,
  redactEmails: false,
  redactPaths: false,
};

/** Joins the one of this run, with organizations for this file. */
export async function joinReceiver(): Promise<Receiver> {
  return receive(await joinTestAppliance("receiver"));
}

/**
 * Starts one on a free port.
 *
 * @param settings - Settings that differ from those.
 */
export async function startReceiver(settings: Record<string, unknown> = {}): Promise<Receiver> {
  return receive(await startTestAppliance({ settings: { ...SETTINGS_OF_RECEIVERS, ...settings } }));
}

async function receive(appliance: TestAppliance): Promise<Receiver> {
  const own = await appliance.addOrganization();
  const foreign = await appliance.addOrganization();
  let seen = 0;
  return {
    url: appliance.url,
    port: appliance.port,
    key: own.key,
    foreignKey: foreign.key,
    limitBytes: SETTINGS_OF_RECEIVERS.bodyLimitBytes,
    appliance,
    organization: own.id,
    foreignOrganization: foreign.id,
    send: (path, body, headers = {}) =>
      (body instanceof ReadableStream ? fetch : fetchAgain)(
        appliance.url + path,
        requestOf(body, own.key, headers),
      ),
    stored: async () => {
      await appliance.written();
      const lines = (await readLines(appliance, own.id, seen)).filter(({ place }) => place[0] > seen);
      seen = lines.at(-1)?.place[0] ?? seen;
      return lines.map(({ line }) => line);
    },
    stop: () => appliance.stop(),
  };
}

function requestOf(body: unknown, key: string, more: Record<string, string | null>): RequestInit {
  const headers = new Headers({ "content-type": "application/json", authorization: `Bearer ${key}` });
  for (const [name, value] of Object.entries(more)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return { method: "POST", headers, body: isRaw ? body : JSON.stringify(body) };
}

/** Where a line's request was in the stream: message, request in it, first record in that. */
type Place = [number, number, number];

interface PlacedLine {
  place: Place;
  line: StoredLine;
}

/** The lines of the objects that hold anything after the sequence, in the order of the stream. */
async function readLines(
  { database, directory }: TestAppliance,
  organization: string,
  after: number,
): Promise<PlacedLine[]> {
  const objects = await wholeSchema(database)
    .selectFrom("objects")
    .select("key")
    .where("organization", "=", organization)
    .where("last_sequence", ">", after)
    .execute();
  const texts = await Promise.all(
    objects.map(async ({ key }) =>
      zstdDecompressSync(await Bun.file(join(objectsPath(directory), key)).bytes()).toString(),
    ),
  );
  return texts
    .flatMap((text) => text.trim().split("\n"))
    .map((text) => unmarked(JSON.parse(text) as StoredLine))
    .toSorted((one, other) => compare(one.place, other.place));
}

function compare(one: Place, other: Place): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** Takes the writer's marks off a line, which holds one resource, and the resource when it had nothing else. */
function unmarked(line: StoredLine): PlacedLine {
  const [entry] = line.resourceLogs ?? line.resourceSpans ?? line.resourceMetrics ?? [];
  if (entry?.resource?.attributes === undefined) throw new Error("a stored line without marks");
  const { attributes: marked, ...rest } = entry.resource;
  const sent = marked.filter(({ key }) => !key.startsWith("scoring."));
  if (sent.length > 0) entry.resource = { ...rest, attributes: sent };
  else if (Object.keys(rest).length > 0) entry.resource = rest;
  else delete (entry as { resource?: Resource }).resource;
  return { place: placeOf(marked), line };
}

function placeOf(attributes: readonly KeyValue[]): Place {
  const text = attributes.find(({ key }) => key === RECEIVED_SEQUENCE)?.value?.stringValue ?? "";
  const [message = 0, request = 0, record = 0] = text.split(":").map(Number);
  return [message, request, record];
}
