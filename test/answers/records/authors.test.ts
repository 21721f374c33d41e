/** Whose a record is, where sessions have parts of several people and traces have several sessions. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Authors, createAuthors } from "../../../src/answers/records/authors.ts";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { developerToBind } from "../../../src/identity/developers/directory.ts";
import { readHolders } from "../../../src/identity/holders.ts";
import { scopeOf } from "../../../src/normaliser/sightings/scope.ts";
import {
  agentSessionId,
  heldName,
  partName,
  type SessionName,
  sessionName,
} from "../../../src/vocabulary/held-name.ts";
import { openPrepared } from "../../database/prepared.ts";
import { addKey, addOrganization } from "../../identity/identity-database.ts";
import { wholeSchema } from "../../whole-schema.ts";

let database: Database;
let authors: Authors;
let keyId: string;

beforeAll(async () => {
  database = await openPrepared(join(mkdtempSync(join(tmpdir(), "authors-")), "scoring.db"));
  const { id: organization } = await addOrganization(database, "ours");
  keyId = (await addKey(database, { organizationId: organization, name: "shared" })).record.id;
  const [ann, bob] = [await person(organization, "ann"), await person(organization, "bob")];
  const holder = (await readHolders(database))(keyId);
  const whole = sessionName(holder, agentSessionId("long"));
  const part = partName(whole, 1) ?? whole;
  const all = wholeSchema(database);
  const owned = (session: SessionName, developer: string) => ({
    organization,
    session,
    developer,
    look_at: null,
  });
  await all
    .insertInto("assembled_sessions")
    .values([owned(whole, ann), owned(part, bob)])
    .execute();
  const begins = { sequence: 10, frame: 0, record: 2 };
  await all
    .insertInto("session_parts")
    .values({ organization, session: part, ...begins })
    .execute();
  const link = (trace: string, session: SessionName) => ({
    organization,
    scope: scopeOf.trace(heldName(holder, trace)),
    session,
  });
  await all
    .insertInto("scope_sessions")
    .values([link("of ann", whole), link("of both", whole), link("of both", part)])
    .execute();
  authors = createAuthors(database, organization);
});

async function person(organizationId: string, name: string): Promise<string> {
  const asked = { organizationId, idOrEmail: `${name}@example.test` };
  const bound = await inTransaction(database, "full", (transaction) => developerToBind(transaction, asked));
  if (!bound.ok) throw new Error(`${name} cannot be made`);
  return bound.value.id;
}

interface Sent {
  session?: string;
  trace?: string;
  place?: [number, number, number];
}

async function authorOf({ session, trace, place: [sequence, frame, record] = [1, 0, 0] }: Sent) {
  const attributes = session === undefined ? {} : { "session.id": session };
  const place = { sequence, frame, record };
  const common = { at: 1, atUnixNano: "1000000", resource: {}, traceId: trace ?? null };
  const found = { record: { ...common, attributes, place }, keyId, position: { atUnixNano: "1", ...place } };
  return (await authors(found)).name;
}

describe("the author of a record", () => {
  test.each<[string, Sent, string]>([
    ["before a part begins", { session: "long", place: [10, 0, 1] }, "ann@example.test"],
    ["with which a part begins", { session: "long", place: [10, 0, 2] }, "bob@example.test"],
    ["after that", { session: "long", place: [11, 0, 0] }, "bob@example.test"],
    ["of an unknown session", { session: "new" }, "shared"],
    ["that names only a trace of one person", { trace: "of ann" }, "ann@example.test"],
    ["that names only a trace of two people", { trace: "of both" }, "shared"],
    ["that names nothing", {}, "shared"],
    ["whose session is another than its trace's", { session: "new", trace: "of ann" }, "shared"],
  ])("%s", async (...row) => {
    const [, sent, name] = row;
    expect(await authorOf(sent)).toBe(name);
  });
});
