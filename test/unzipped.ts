/** Reads a zip whole. */
import { fromBufferPromise } from "yauzl";

/** Returns the text of each file, by name; yauzl refuses a zip that is not whole, or whose sums are wrong. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { validateEntrySizes: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    const text = Buffer.concat(parts);
    if (Bun.hash.crc32(text) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`);
    files.set(entry.fileName, text.toString("utf8"));
  }
  return files;
}
