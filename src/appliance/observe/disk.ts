/** How much room the disk has left, looked at once a second rather than at each request. */
import { type StatsFs, statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Log } from "../../vocabulary/log.ts";
import { SECOND, type Bytes, type Milliseconds, type Ratio } from "../../vocabulary/units.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";

const LOOK_EVERY_MS: Milliseconds = SECOND;

/** A running watch over one disk. */
export interface DiskWatch {
  /** Whether more is free than must stay free. */
  hasRoom(): boolean;
  freeBytes(): Bytes;
  stop(): void;
}

/**
 * Watches the disk that holds the directory; logs when it becomes full, also at once, and when it has room
 * again.
 *
 * @param floor - The floor in bytes and as a share of the disk; the larger holds.
 */
export function watchDisk(directory: string, floor: { bytes: Bytes; share: Ratio }, log: Log): DiskWatch {
  let free: Bytes = 0;
  let hasRoom = true;
  let looking = false;
  function note({ bavail, blocks, bsize }: StatsFs): void {
    free = bavail * bsize;
    const least = Math.max(floor.bytes, floor.share * blocks * bsize);
    const hadRoom = hasRoom;
    hasRoom = free > least;
    const fields = { directory, free: sizeText(free), floor: sizeText(least) };
    if (hadRoom && !hasRoom) log.error(FULL, fields);
    if (!hadRoom && hasRoom) log.info("the disk has room again; telemetry is taken", fields);
  }
  // not in this thread: a disk that hangs answers late, and requests do not wait for it
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    await statfs(directory).then(note, () => {}); // gone or unreadable: the stages that use it say so
    looking = false;
  }
  note(statfsSync(directory));
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return { hasRoom: () => hasRoom, freeBytes: () => free, stop: () => clearInterval(timer) };
}

const FULL =
  "the disk is full: telemetry is refused with 503 until there is room; make room, or keep raw records for fewer " +
  "days (--raw-retention-days)";
