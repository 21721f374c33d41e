/** Objects that are joined or written anew while somebody's records are read: none of the records is missing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lines } from "../../../../../src/insights/own-data/reading/lines.ts";
import {
  listOwnObjects,
  type OwnObject,
  readOwnRecords,
  type RecordsPlace,
} from "../../../../../src/insights/own-data/reading/read-own-records.ts";
import { findWhoseData, type WhoseData } from "../../../../../src/insights/own-data/whose-data.ts";
import { localStores, openObjectsOf } from "../../../../../src/stores.ts";
import { systemClock } from "../../../../../src/vocabulary/clock.ts";
import { sweepRemoved } from "../../../../../src/writer/upkeep/sweep.ts";
import { scoring } from "../../../../cli/in-process.ts";
import { joinAll, readFrom, writingTo } from "../../../at-rest.ts";
import { promptLog } from "../../../requests.ts";
import { startTestAppliance } from "../../../running.ts";
import { GivenKeys } from "../../../../../src/writer/upkeep/given-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "joined-"));
const directory = join(folder, "data");
const REQUESTS = 6;
let organization = "";
let whose: WhoseData;
let listed: OwnObject[];
let whole: string[];

beforeAll(async () => {
  const appliance = await startTestAppliance({ directory });
  const made = await appliance.addOrganization();
  organization = made.id;
  const keys = [
    await made.addKey({ developer: "ann@example.test" }),
    await made.addKey({ developer: "bob@example.test" }),
  ];
  for (let number = 0; number < REQUESTS; number += 1)
    for (const [index, { key }] of keys.entries()) {
      const words = { session: `session ${index}`, text: `Words ${number} of ${index}` };
      await appliance.send("/v1/logs", promptLog(words), key);
      await appliance.written();
    }
  await appliance.settled();
  await appliance.stop();
  const asked = { organizationId: organization, developer: "ann@example.test", now: systemClock() };
  const found = await readFrom(directory, (database) => findWhoseData(database, asked));
  if (found === null) throw new Error("nobody was found");
  whose = found;
  listed = await readFrom(directory, (database) => listOwnObjects(database, { whose, signal: "logs" }));
  whole = await read(listed);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The words of all records, each once: in parts, for a busy machine does not read them all in the time of one. */
async function read(objects: readonly OwnObject[]): Promise<string[]> {
  const words = new Set<string>();
  for (let place: RecordsPlace | null = { object: 0, frame: 0 }; place !== null;) {
    const part: Lines<RecordsPlace> = await readPart(objects, place);
    for (const line of part.lines) for (const [text] of line.matchAll(/Words \d+ of \d+/g)) words.add(text);
    place = part.next;
  }
  return [...words].toSorted();
}

function readPart(objects: readonly OwnObject[], place: RecordsPlace): Promise<Lines<RecordsPlace>> {
  return readFrom(directory, (database) =>
    readOwnRecords(
      { database, objects: openObjectsOf(localStores(directory)) },
      { whose, signal: "logs", objects, place },
    ),
  );
}

const removeOld = () =>
  writingTo(directory, async (database) => {
    const objects = openObjectsOf(localStores(directory));
    const parts = { database, objects, givenKeys: new GivenKeys(), clock: systemClock };
    await sweepRemoved(parts, -1_000_000);
  });

describe("records that were listed before their objects were joined", () => {
  test("are those of one person, from many objects", () => {
    expect(listed.length).toBeGreaterThanOrEqual(2 * REQUESTS);
    expect(whole).toEqual(Array.from({ length: REQUESTS }, (_, number) => `Words ${number} of 0`));
  });

  test("are all found where the objects were joined since, and their files are gone", async () => {
    await joinAll(directory);
    await removeOld();
    expect(await read(listed)).toEqual(whole);
  });

  test("are all found where the joined object was written anew, without a purged colleague", async () => {
    const purged = ["--developer", "bob@example.test", "--org", organization];
    expect((await scoring(["purge", "--data-dir", directory, ...purged])).code).toBe(0);
    await removeOld();
    expect(await read(listed)).toEqual(whole);
  });
});
