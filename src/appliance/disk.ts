/** How much room the disk has left, looked at once a second rather than at each request. */
import { statfsSync } from "node:fs";
import { SECOND, type Bytes, type Milliseconds, type Ratio } from "../vocabulary/units.ts";

const LOOK_EVERY_MS: Milliseconds = SECOND;

/** A running watch over one disk. */
export interface DiskWatch {
  /** Whether more is free than must stay free. */
  hasRoom(): boolean;
  freeBytes(): Bytes;
  stop(): void;
}

/** Watches the disk that holds the directory. Takes: the floor in bytes and as a share of the disk; the larger holds. */
export function watchDisk(directory: string, floor: { bytes: Bytes; share: Ratio }): DiskWatch {
  let free: Bytes = 0;
  let least: Bytes = 0;
  function look(): void {
    const { bavail, blocks, bsize } = statfsSync(directory);
    free = bavail * bsize;
    least = Math.max(floor.bytes, floor.share * blocks * bsize);
  }
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { hasRoom: () => free > least, freeBytes: () => free, stop: () => clearInterval(timer) };
}
