/** Files as the server sends them: compressed once, under names that change with the text. */
import { gzipSync } from "node:zlib";

/** One file as it is sent; the name is its address, the bytes are in base64. */
export interface PackedFile {
  name: string;
  type: string;
  bytes: string;
  /** Whether the bytes are under gzip. */
  isGzip: boolean;
}

/** Compressed already. */
const COMPRESSED: ReadonlySet<string> = new Set(["woff2", "png"]);

/** Packs a file for `/assets/`, with its hash in its name. */
export async function pack(name: string, type: string, content: string | Uint8Array): Promise<PackedFile> {
  const bytes = Buffer.from(content);
  const [stem, extension = ""] = name.split(".");
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 12);
  const isGzip = !COMPRESSED.has(extension);
  return {
    name: `/assets/${stem}-${hash}.${extension}`,
    type,
    bytes: (isGzip ? gzipSync(bytes, { level: 9 }) : bytes).toString("base64"),
    isGzip,
  };
}
