/** What comes out of a zip. The zips here were written by Python's zipfile, which sets no execute bits, as Go's are. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackZip } from "../../scripts/obtain-nats/unpack-zip.ts";

/** m@v1/bin/go, a script, and m@v1/src/a.go. */
const WHOLE =
  "UEsDBBQAAAAIAAAAIVyU2ty0FAAAABIAAAALAAAAbUB2MS9iaW4vZ29TVtRPyszTL87gSk3OyFdIz+cCAFBLAwQUAAAACAAAACFcxUIyyQwAAAAKAAAADQAAAG1AdjEvc3JjL2EuZ28rSEzOTkxPVUjkAgBQSwECFAMUAAAACAAAACFclNrctBQAAAASAAAACwAAAAAAAAAAAAAAgAEAAAAAbUB2MS9iaW4vZ29QSwECFAMUAAAACAAAACFcxUIyyQwAAAAKAAAADQAAAAAAAAAAAAAAgAE9AAAAbUB2MS9zcmMvYS5nb1BLBQYAAAAAAgACAHQAAAB0AAAAAAA=";
/** m@v1/../../evil. */
const OUTSIDE =
  "UEsDBBQAAAAIAAAAIVyDFtyMAwAAAAEAAAAPAAAAbUB2MS8uLi8uLi9ldmlsqwAAUEsBAhQDFAAAAAgAAAAhXIMW3IwDAAAAAQAAAA8AAAAAAAAAAAAAAIABAAAAAG1AdjEvLi4vLi4vZXZpbFBLBQYAAAAAAQABAD0AAAAwAAAAAAA=";
/** other/a. */
const OTHER =
  "UEsDBBQAAAAIAAAAIVyDFtyMAwAAAAEAAAAHAAAAb3RoZXIvYasAAFBLAQIUAxQAAAAIAAAAIVyDFtyMAwAAAAEAAAAHAAAAAAAAAAAAAACAAQAAAABvdGhlci9hUEsFBgAAAAABAAEANQAAACgAAAAAAA==";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "unpack-zip-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function unpack(bytes: Uint8Array): Promise<void> {
  const zip = join(folder, "a.zip");
  writeFileSync(zip, bytes);
  const isExecutable = (name: string) => name.startsWith("bin/");
  return unpackZip({ zip, folder: join(folder, "deep/er"), below: "m@v1/", isExecutable });
}

describe("a zip", () => {
  test("is unpacked below the folder, and what is named as a program can be run", async () => {
    await unpack(Buffer.from(WHOLE, "base64"));
    expect(Bun.spawnSync([join(folder, "deep/er/bin/go")]).stdout.toString()).toBe("go\n");
    expect(readFileSync(join(folder, "deep/er/src/a.go"), "utf8")).toBe("package a\n");
    expect(statSync(join(folder, "deep/er/src/a.go")).mode & 0o111).toBe(0);
  });

  test.each([
    ["names a file outside", OUTSIDE, /invalid relative path/],
    ["holds a file that is not below the shared folder", OTHER, /holds other\/a, not below m@v1\//],
  ])("that %s is refused, and nothing is written outside", async (_, base64, message) => {
    await expect(unpack(Buffer.from(base64, "base64"))).rejects.toThrow(message);
    expect(existsSync(join(folder, "evil"))).toBe(false);
    expect(existsSync(join(folder, "a"))).toBe(false);
  });

  test("that is cut off is refused", async () => {
    await expect(unpack(Buffer.from(WHOLE, "base64").subarray(0, 200))).rejects.toThrow();
  });
});
