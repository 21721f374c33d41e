/** Packs files into a zip while they are read, so that no more of it is held than a client has not taken yet. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Instant } from "../../vocabulary/units.ts";
import type { OwnFile } from "./own-files.ts";

/** Only its owner may read what is unpacked. */
const PRIVATE_FILE = 0o100600;

/**
 * Packs the files.
 *
 * @param at - The time that the files get.
 * @returns The zip's bytes. Reading on reads the files on; leaving it stops them.
 * @throws From the iteration, what reading a file throws: the zip then has no end.
 */
export function packFiles(files: AsyncIterable<OwnFile>, at: Instant): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  // what yazl gives is a readable stream; its type says less
  const output = zip.outputStream as Readable;
  // whoever iterates hears of an error, also of one that came before
  output.on("error", () => {});
  void addAll(zip, { files, at, output }).catch((error: unknown) => output.destroy(asError(error)));
  return output as AsyncIterable<Uint8Array>;
}

interface Packing {
  files: AsyncIterable<OwnFile>;
  at: Instant;
  output: Readable;
}

async function addAll(zip: ZipFile, { files, at, output }: Packing): Promise<void> {
  for await (const { name, parts } of files) {
    const text = Readable.from(parts);
    const stop = (): void => void text.destroy();
    output.once("close", stop);
    zip.addReadStream(text, name, { mtime: new Date(at), mode: PRIVATE_FILE });
    await finished(text);
    output.off("close", stop);
  }
  zip.end();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("packing a zip", { cause: error });
}
