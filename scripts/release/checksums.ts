/** Checksums of the files of a folder, in the form that `sha256sum --check` reads. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export const CHECKSUMS = "SHA256SUMS";

/** Writes them next to the files. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== CHECKSUMS).toSorted();
  const lines: string[] = [];
  for (const name of names) {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const piece of Bun.file(join(folder, name)).stream()) hasher.update(piece);
    lines.push(`${hasher.digest("hex")}  ${name}\n`);
  }
  await Bun.write(join(folder, CHECKSUMS), lines.join(""));
}
