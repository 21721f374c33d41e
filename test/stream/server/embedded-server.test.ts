import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { embeddedServerPath } from "../../../src/stream/server/embedded-server.ts";
import { type PackedServer, unpackServer } from "../../../src/stream/server/unpack-server.ts";

const SCRIPT = "#!/bin/sh\necho unpacked\n";
const bytes = Bun.zstdCompressSync(SCRIPT);
const packed = packedAs("nats-server-4f2k9x1c", bytes);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "scoring-unpack-"));
});
afterEach(() => rm(directory, { recursive: true }));

describe("the embedded server", () => {
  test("cannot be unpacked from damaged bytes, and leaves no file behind", async () => {
    const damaged = packedAs("nats-server-4f2k9x1c", bytes.slice(0, bytes.length - 6));
    await expect(unpackServer(damaged, directory)).rejects.toThrow();
    expect(await readdir(directory)).toEqual([]);
  });

  test("is the obtained one in a checkout", async () => {
    const path = await embeddedServerPath(directory);
    expect(Bun.spawnSync([path, "--version"]).stdout.toString()).toStartWith("nats-server: v2.");
    expect(await readdir(directory)).toEqual([]);
  });

  test("can be run once unpacked, by its owner only", async () => {
    const path = await unpackServer(packed, directory);
    expect(Bun.spawnSync([path]).stdout.toString()).toBe("unpacked\n");
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  test("is unpacked once, and not even read again", async () => {
    const first = await unpackServer(packed, directory);
    const written = (await stat(first)).mtimeMs;
    const unread = { ...packed, read: () => Promise.reject(new Error("it was read again")) };
    expect(await unpackServer(unread, directory)).toBe(first);
    expect((await stat(first)).mtimeMs).toBe(written);
  });

  test("of a new version is unpacked, and an earlier one is removed", async () => {
    await unpackServer(packed, directory);
    const newer = packedAs("nats-server-7h0d2m5q", Bun.zstdCompressSync("#!/bin/sh\necho newer\n"));
    const path = await unpackServer(newer, directory);
    expect(Bun.spawnSync([path]).stdout.toString()).toBe("newer\n");
    expect(await readdir(directory)).toEqual([basename(path)]);
  });

  test("replaces what an earlier version or a crash left behind", async () => {
    await writeFile(join(directory, "nats-server-0123456789abcdef"), "earlier");
    await writeFile(join(directory, "nats-server-0123456789abcdef.77"), "unfinished");
    await writeFile(join(directory, "nats.conf"), "kept");
    const path = await unpackServer(packed, directory);
    expect((await readdir(directory)).sort()).toEqual([basename(path), "nats.conf"]);
  });
});

function packedAs(name: string, packedBytes: Uint8Array): PackedServer {
  return { name, read: () => Promise.resolve(packedBytes) };
}
