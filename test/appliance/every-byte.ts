/** Searches every file of a data directory for words, byte by byte; whatever is packed with zstd is unpacked too. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createZstdDecompress } from "node:zlib";
import SqliteDriver from "better-sqlite3";

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Returns `file: word` for every file that holds one. */
export async function filesHolding(directory: string, words: readonly string[]): Promise<string[]> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const texts = [readFileSync(path), ...(await unpacked(readFileSync(path)))];
    if (entry.name === "scoring.db") for (const blob of blobsIn(path)) texts.push(...(await unpacked(blob)));
    for (const word of words)
      if (texts.some((text) => text.includes(word)))
        found.push(`${path.slice(directory.length + 1)}: ${word}`);
  }
  return found.toSorted();
}

/** Every frame, wherever it begins; what follows it need not be one. */
async function unpacked(bytes: Buffer): Promise<Buffer[]> {
  const texts: Buffer[] = [];
  for (let at = bytes.indexOf(ZSTD); at !== -1; at = bytes.indexOf(ZSTD, at + 1))
    texts.push(await unpack(bytes.subarray(at)));
  return texts;
}

function unpack(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const [pieces, stream]: [Buffer[], ReturnType<typeof createZstdDecompress>] = [
      [],
      createZstdDecompress(),
    ];
    const end = () => resolve(Buffer.concat(pieces));
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", end).on("error", end);
    stream.end(bytes);
  });
}

/** A long value is cut up over pages, so that its frame is not in one place of the file. */
function blobsIn(path: string): Buffer[] {
  const database = new SqliteDriver(path, { readonly: true });
  try {
    const names = database
      // an index of words has its bytes in tables of its own
      .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'")
      .pluck()
      .all() as string[];
    return names.flatMap((name) =>
      (database.prepare(`select * from "${name}"`).raw().all() as unknown[][]).flatMap((row) =>
        row.filter((value): value is Buffer => Buffer.isBuffer(value)),
      ),
    );
  } finally {
    database.close();
  }
}
