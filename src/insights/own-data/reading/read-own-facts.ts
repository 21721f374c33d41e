/** Answers who a person is here: by which names, keys and accounts they are known. */
import type { Database } from "../../../database/open.ts";
import { isoOrNull, isoTime } from "../../../vocabulary/times.ts";
import {
  selectAliasRows,
  selectDeveloperRows,
  selectKeyDayRows,
  selectKeyRows,
  selectSignInRows,
} from "./facts-table.ts";
import type { Lines } from "./lines.ts";
import type { WhoseData } from "../whose-data.ts";

/** Reads it as one JSON document. */
export async function readOwnFacts(
  database: Database,
  { whose }: { whose: WhoseData },
): Promise<Lines<never>> {
  const { developers } = whose;
  const keys = await selectKeyRows(database, developers);
  const signIns = await selectSignInRows(database, developers);
  const facts = {
    developers: await selectDeveloperRows(database, developers),
    knownBy: await selectAliasRows(database, developers),
    keys: keys.map(({ createdAt, lastUsedAt, endsAt, revokedAt, ...key }) => ({
      ...key,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoOrNull(lastUsedAt),
      endsAt: isoOrNull(endsAt),
      revokedAt: isoOrNull(revokedAt),
    })),
    keysUsedOn: await selectKeyDayRows(database, developers),
    signIns: signIns.map(({ createdAt, lastUsedAt, expiresAt, ...signIn }) => ({
      ...signIn,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTime(lastUsedAt),
      expiresAt: isoTime(expiresAt),
    })),
  };
  const isEmpty = Object.values(facts).every((list) => list.length === 0);
  return { lines: isEmpty ? [] : [JSON.stringify(facts, null, 2)], next: null };
}
