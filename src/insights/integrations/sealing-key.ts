/** The key that encrypts what the chat tool gave out: the owner's own, or one in a file that no backup holds. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";

/** Where the key is. */
export interface KeyPlace {
  /** 64 hexadecimal digits, when the owner keeps the key; the file is then left alone. */
  setKey: string | null;
  /** The file that is made when it is first needed. */
  path: string;
}

const KEY_BYTES = 32;

/** Why a key that was there before cannot be used. */
export type KeyFault = { kind: "missing" } | { kind: "key_damaged" };

/**
 * Reads the key.
 *
 * @throws There is none yet, or any more; or the file holds something else.
 */
export async function readSealingKey({ setKey, path }: KeyPlace): Promise<Result<Buffer, KeyFault>> {
  const text = setKey ?? (await textOf(path));
  if (text === null) return fail({ kind: "missing" });
  const key = Buffer.from(text.trim(), "hex");
  return key.byteLength === KEY_BYTES ? succeed(key) : fail({ kind: "key_damaged" });
}

/** Reads the key, or makes one. */
export async function makeSealingKey(place: KeyPlace): Promise<Result<Buffer, { kind: "key_damaged" }>> {
  const found = await readSealingKey(place);
  if (found.ok) return found;
  if (found.problem.kind === "key_damaged") return fail(found.problem);
  const key = randomBytes(KEY_BYTES);
  await writeWholeFile(place.path, `${key.toString("hex")}\n`);
  return succeed(key);
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Error("reading the key of the chat tool's connection", { cause: error });
  }
}
