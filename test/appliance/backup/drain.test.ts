/** What a backup waits for. */
import { expect, test } from "bun:test";
import { awaitWritten } from "../../../src/appliance/backup/drain.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { dataDirectory } from "../../cli/command-line.ts";

test("waiting for the server to write says how far it is, and ends when the server is gone", async () => {
  const { directory } = await dataDirectory();
  const database = openDatabaseOf(localStores(directory), "read");
  const told: number[] = [];
  const noted = {
    acknowledged: new Map([["publisher-1", { frames: 3, records: 30 }]]),
    lost: { frames: 0, records: 0 },
    lostAt: null,
  };
  const waiting = awaitWritten(database, localStores(directory), {
    noted,
    report: (share) => void told.push(share),
  });
  await expect(waiting).rejects.toThrow("the server stopped while the backup waited for it to write");
  expect(told).toEqual([0]);
  await database.destroy();
});
