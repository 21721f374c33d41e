/** Whose work a key stands for, said so that nobody hands out somebody else's. */
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, type KeyAnswer } from "../../identity/keys/answer.ts";
import { hashKey } from "../../identity/keys/key.ts";
import { selectKeyByHash } from "../../identity/keys/table.ts";
import type { CommandCall } from "../command.ts";
import { reading } from "../stores.ts";
import { hasDatabase } from "../../stores.ts";

/** Returns null when this machine has no database, or its database does not know the key. */
export async function lookUpKey(call: CommandCall, key: string): Promise<KeyAnswer | null> {
  if (!hasDatabase(call.loaded.settings)) return null;
  return reading(call, async (database) => {
    const record = await selectKeyByHash(database, hashKey(key));
    if (record === null) return null;
    return describeKey(record, await readDevelopers(database, record.organizationId));
  });
}

/** @param key - null for a key that the data directory does not know. */
export function describeOwnerOf(key: KeyAnswer | null): string {
  if (key === null) return "This data directory does not know this key, so it cannot say whose it is.";
  const name = key.developer?.name;
  if (name !== undefined)
    return (
      `This key is ${name}'s own: all that is sent with it counts as ${name}'s work. ` +
      "Another developer needs another key: --developer makes one."
    );
  const shared =
    "This key belongs to no developer: whose work it is depends on what the agent says of its user. " +
    "A developer's own key is safer: --developer makes one.";
  return key.role === "admin" ? `This is an admin key; agents need only a member key. ${shared}` : shared;
}
