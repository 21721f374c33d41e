/** Captured telemetry as the normaliser meets it: one stored line for each resource, with the writer's attributes. */
import { gunzipSync } from "node:zlib";
import { isCaptured, readCaptured } from "../../src/normaliser/captured/read-captured.ts";
import { declarationOf } from "../../src/normaliser/dialects/agents.ts";
import type { Event } from "../../src/normaliser/event.ts";
import { readLine } from "../../src/normaliser/records/read-line.ts";
import type { SentRecord } from "../../src/normaliser/records/read-record.ts";
import { settleSession } from "../../src/normaliser/settle.ts";
import type { Reading, Sighting } from "../../src/normaliser/sightings/sighting.ts";
import type { Agent } from "../../src/normaliser/dialects/agents.ts";
import {
  keyValues,
  logsBodyOf,
  nanoseconds,
  type WireAttributes,
} from "../../src/vocabulary/sending/otlp-values.ts";
import type { KeyValue, Resource, StoredLine } from "../../src/vocabulary/otlp.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const KINDS = ["resourceLogs", "resourceSpans", "resourceMetrics"] as const;

/** The records of a body, distinguished by resource as the writer does. */
export function recordsOfBody(body: StoredLine, sequence = 1): SentRecord[] {
  const records: SentRecord[] = [];
  for (const kind of KINDS) {
    for (const one of body[kind] ?? []) {
      const line: StoredLine = { [kind]: [stamped(one, `${sequence}:0:${records.length}`)] };
      records.push(...readLine(line).records);
    }
  }
  return records;
}

/** The records of test/fixtures/bodies/<name>. */
export async function recordsOfFile(name: string): Promise<SentRecord[]> {
  return recordsOfBody(await Bun.file(new URL(`bodies/${name}`, FIXTURES)).json());
}

/** The records of test/fixtures/sessions/<name>.jsonl.gz, request by request. */
export async function recordsOfSession(name: string): Promise<SentRecord[]> {
  const packed = await Bun.file(new URL(`sessions/${name}.jsonl.gz`, FIXTURES)).bytes();
  const requests = gunzipSync(packed).toString("utf8").trim().split("\n");
  return requests.flatMap((request, index) =>
    recordsOfBody(JSON.parse(JSON.parse(request).bodyText), index + 1),
  );
}

/** A session's agent and its events. */
export interface Settled {
  agent: Agent;
  events: Event[];
}

/** Finds the sessions of records as the normaliser does: by record, by trace, by the instance's only one. */
export function settle(records: readonly SentRecord[]): Map<string, Settled> {
  const known = new Scopes();
  const read = records.flatMap((record) => {
    const reading = isCaptured(record)
      ? readCaptured(record)
      : declarationOf(record.agent).dialect.read(record);
    if (reading !== null) known.remember(reading);
    return reading === null ? [] : [{ agent: record.agent, reading }];
  });
  const told = read.filter(
    ({ reading }) => reading.sightings.length > 0 && known.sessionOf(reading) !== null,
  );
  const sessions = Map.groupBy(told, ({ reading }) => known.sessionOf(reading) ?? "");
  return new Map([...sessions].map(([id, parts]) => [id, settleParts(parts)]));
}

function settleParts(parts: readonly { agent: Agent; reading: Reading }[]): Settled {
  const agent = parts[0]?.agent ?? "other";
  // Sightings are kept as JSON.
  const sightings: Sighting[] = JSON.parse(JSON.stringify(parts.flatMap(({ reading }) => reading.sightings)));
  return { agent, events: settleSession(agent, sightings) };
}

class Scopes {
  private readonly traces = new Map<string, string>();
  private readonly instances = new Map<string, Set<string>>();

  remember({ session, traceId, instance }: Reading): void {
    if (session === null) return;
    if (traceId !== null) this.traces.set(traceId, session);
    if (instance === null) return;
    this.instances.set(instance, (this.instances.get(instance) ?? new Set()).add(session));
  }

  sessionOf({ session, traceId, instance }: Reading): string | null {
    const only = [...(this.instances.get(instance ?? "") ?? [])];
    return session ?? this.traces.get(traceId ?? "") ?? (only.length === 1 ? (only[0] ?? null) : null);
  }
}

/** The events of the only session in the records. */
export function onlySession(records: readonly SentRecord[]): Event[] {
  const sessions = [...settle(records).values()];
  if (sessions.length !== 1) throw new Error(`expected one session, found ${sessions.length}`);
  return sessions[0]?.events ?? [];
}

/** The events of one kind. */
export function ofKind<Kind extends Event["kind"]>(events: readonly Event[], kind: Kind) {
  return events.filter((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);
}

/** OTLP attributes from plain ones: numbers as the SDKs for JavaScript send them. */
export const attributes: (plain: WireAttributes) => KeyValue[] = keyValues;

/** A body with log records of one agent, built by hand. */
export function logsBody(
  service: string,
  logs: readonly { at: number; attributes: WireAttributes; traceId?: string; spanId?: string }[],
  scope = service,
): StoredLine {
  const records = logs.map(({ at, attributes: plain, ...ids }) => ({
    timeUnixNano: nanoseconds(at),
    attributes: attributes(plain),
    ...ids,
  }));
  const resource = attributes({ "service.name": service });
  return logsBodyOf(records, { resource, scope: { name: scope } }) as StoredLine;
}

/** A resource that names its service. */
export function resourceOf(service: string, more: WireAttributes = {}): Resource {
  return { attributes: attributes({ "service.name": service, ...more }) };
}

function stamped<One extends { resource?: Resource }>(one: One, sequence: string): One {
  const received = attributes({
    "scoring.received_unix_nano": "1795300000000000000",
    "scoring.key_id": "key-1",
    "scoring.sequence": sequence,
  });
  return { ...one, resource: { attributes: [...(one.resource?.attributes ?? []), ...received] } };
}
