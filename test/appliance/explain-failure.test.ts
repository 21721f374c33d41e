/** What failures of engines mean; their words are those of PostgreSQL 15 and of an S3 server that met them. */
import { describe, expect, test } from "bun:test";
import { explainFailure, isDamage } from "../../src/appliance/explain-failure.ts";
import { localStores } from "../../src/stores.ts";

const FILES = localStores("/data");
const ENGINES = { ...FILES, database: "postgres://user:secret@db:5432/rows", objects: "s3://records" };
const FULL = 'could not extend file "base/5/16452": No space left on device';
const READ_ONLY = "cannot execute INSERT in a read-only transaction";
const DAMAGED = "reading the keys: invalid page in block 0 of relation base/5/16502";
const GONE = "writing 43 bytes as the object objects/a: NoSuchBucket: NoSuchBucket";

describe("a failure", () => {
  test.each([
    [FULL, /^the disk of PostgreSQL is full \(postgres:\/\/db:5432\/rows\)/],
    [READ_ONLY, /db:5432\/rows takes no writes: .*SCORING_DATABASE/],
    [DAMAGED, /rows is damaged. .* in s3:\/\/records. Stop all engines.*point-in-time/],
    [GONE, /^s3:\/\/records refuses: make the bucket, or correct --objects/],
    [
      "listing objects: RequestTimeTooSkewed: RequestTimeTooSkewed",
      /records refuses: set the clock of this machine/,
    ],
    ["writing 9 bytes as the object a: status 507", /^s3:\/\/records refuses: let the bucket hold more/],
    ["ENOSPC: no space left on device, write", /^the disk of \/data is full/],
  ])("%p of engines is explained by where they are, without a secret", (reason, meaning) => {
    const explained = explainFailure(reason, ENGINES);
    expect(explained).toMatch(meaning);
    expect(explained).toEndWith(`(${reason})`);
    expect(explained).not.toContain("secret");
    expect(explainFailure(explained, ENGINES)).toBe(explained);
  });

  test.each([FULL, READ_ONLY, GONE])("%p is none of files", (reason) => {
    expect(explainFailure(reason, FILES)).toBe(reason);
  });

  test("of SQLite's file says where its records are, in a bucket too", () => {
    const reason = "database disk image is malformed";
    expect(explainFailure(reason, FILES)).toMatch(
      /\/data\/objects\. Stop the server.*copy this one's objects/,
    );
    const withBucket = { ...FILES, objects: "s3://records" };
    expect(explainFailure(reason, withBucket)).toMatch(
      /s3:\/\/records\..*put the new one's scoring.db there/,
    );
  });

  test("is damage by the words of the database that is used", () => {
    expect([isDamage(DAMAGED, ENGINES), isDamage(DAMAGED, FILES)]).toEqual([true, false]);
  });
});
