/** A day's work of an organization as its agents send it: sessions of its developers, a few records in each request. */
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import { createLiveBodies } from "../bench/live-work.ts";
import { ID, type Request } from "../chaos/bodies.ts";
import type { Outgoing } from "../chaos/clients.ts";
import type { Person } from "./people.ts";

/** How much work there is, and when it begins. */
export interface Day {
  seed: number;
  organizations: readonly [Person, ...Person[]];
  /** Of all organizations together. */
  developers: number;
  from: Milliseconds;
}

const SESSIONS_A_DEVELOPER = 8;
const RECORDS_A_REQUEST = 10;
/** A developer has now and then a second agent at work. */
const OPEN_A_DEVELOPER = 1;

/** Returns what a client sends: the clients take turns in being of each organization. */
export function requestsOfDay(day: Day): (client: number) => Iterable<Outgoing> {
  return (client) => {
    const sender = day.organizations[client % day.organizations.length] ?? day.organizations[0];
    const name = `${day.seed}-${client}`;
    return requestsOf({ ...day, sender, name, developers: developersOf(day) });
  };
}

/** Returns how many clients it takes: each has an organization's developers. */
export function clientsOf({ organizations }: Day): number {
  return organizations.length;
}

function developersOf({ developers, organizations }: Day): number {
  return Math.max(1, Math.round(developers / organizations.length));
}

interface OfOne {
  name: string;
  sender: Person;
  developers: number;
  from: Milliseconds;
}

function* requestsOf({ name, sender, developers, from }: OfOne): Generator<Outgoing> {
  const work = createLiveBodies({
    seed: `day ${name}`,
    developers,
    sessionsADay: developers * SESSIONS_A_DEVELOPER,
    sessionsAtOnce: developers * OPEN_A_DEVELOPER,
    recordsABody: RECORDS_A_REQUEST,
    from,
  });
  for (let number = 0; work.now() < from + DAY; number += 1)
    yield { sender, request: requestWith(work.next(), `${name}-${number}`) };
}

/** Marks each record of a body with an id that no other has. */
function requestWith(bytes: Uint8Array, name: string): Request {
  const body = JSON.parse(new TextDecoder().decode(bytes)) as Logs;
  const records = body.resourceLogs.flatMap(({ scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) => logRecords),
  );
  const ids = records.map((record, index) => {
    const id = `${name}-${index}`;
    record.attributes.push({ key: ID, value: { stringValue: id } });
    return id;
  });
  return { signal: "logs", gzip: false, bytes: new TextEncoder().encode(JSON.stringify(body)), ids };
}

interface Logs {
  resourceLogs: { scopeLogs: { logRecords: { attributes: object[] }[] }[] }[];
}
