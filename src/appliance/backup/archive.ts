/** A backup as a file: a tar archive whose last parts prove the others. */
import { open, type FileHandle } from "node:fs/promises";
import { createTarDecoder, packTar } from "modern-tar";
import type { Bytes, Instant } from "../../vocabulary/units.ts";
import { type Manifest, MANIFEST_NAME, type Part, SUM_NAME } from "./contents.ts";

/** The archive's end, and what every archive of one part ends with. */
const END_BYTES: Bytes = 1024;

/** An archive that is being written, readable only by its owner. */
export class ArchiveWriter {
  readonly parts: Part[] = [];

  private constructor(
    private readonly file: FileHandle,
    private readonly madeAt: Instant,
  ) {}

  /** @param path - A path where no file is. */
  static async open(path: string, madeAt: Instant): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(path, "wx", 0o600), madeAt);
  }

  /** Adds a part. */
  async add(name: string, content: Uint8Array | string): Promise<void> {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    this.parts.push({ name, bytes: bytes.byteLength, sha256: sha256Of(bytes) });
    await this.write(name, bytes);
  }

  /** Adds the manifest of what was added; when it returns, all is on disk. */
  async finish(rest: Omit<Manifest, "parts">): Promise<void> {
    const manifest: Manifest = { ...rest, parts: this.parts };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await this.write(MANIFEST_NAME, text);
    await this.write(SUM_NAME, Buffer.from(`${sha256Of(text)}  ${MANIFEST_NAME}\n`));
    await this.file.writeFile(new Uint8Array(END_BYTES));
    await this.file.sync();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async write(name: string, bytes: Uint8Array): Promise<void> {
    const header = { name, size: bytes.byteLength, mode: 0o600, mtime: new Date(this.madeAt) };
    const packed = await packTar([{ header: { ...header, type: "file" }, body: bytes }]);
    await this.file.writeFile(packed.subarray(0, packed.byteLength - END_BYTES));
  }
}

/** A part as it is read. */
export interface ReadPart {
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/**
 * Reads an archive part by part, each whole.
 *
 * @throws An exception when it is no archive, or is cut off.
 */
export async function* readArchive(path: string): AsyncGenerator<ReadPart, void> {
  const entries = Bun.file(path)
    .stream()
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    yield { name: header.name, bytes };
  }
}

/** Returns the SHA-256 in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
