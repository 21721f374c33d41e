/** What live work writes to the disk, as far as files show it, and how large the database is in the end. */
import { Database } from "bun:sqlite";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { databasePath, objectsPath } from "../../../src/stores.ts";
import { LogFrames, type LogWrites } from "./log-frames.ts";
import { type TableWrites, writesByTable } from "./table-writes.ts";

/** Bytes written meanwhile. */
export interface DiskWrites {
  /** Into the database's log. */
  logBytes: number;
  /** From the log into the database, when all that was logged meanwhile is. */
  writtenBackBytes: number;
  /** By which the record files have grown. */
  objectBytes: number;
}

/** The database after the program has ended. */
export interface DatabaseEnd {
  bytes: number;
  turns: number;
  tables: TableWrites[];
}

const FRAME_HEADER_BYTES = 24;

/** Looks from now on until it is stopped. */
export class DiskWatch {
  private readonly log: LogFrames;
  private readonly objectBytesBefore: number;

  constructor(private readonly directory: string) {
    this.log = new LogFrames(`${databasePath(directory)}-wal`);
    this.objectBytesBefore = sizeOf(objectsPath(directory));
  }

  stop(): { disk: DiskWrites; log: LogWrites } {
    const log = this.log.stop();
    const pages = [...log.pages.values()];
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const disk = {
      logBytes: sum(pages.map(({ logged }) => logged)) * (log.pageBytes + FRAME_HEADER_BYTES),
      writtenBackBytes: sum(pages.map(({ writtenBack }) => writtenBack)) * log.pageBytes,
      objectBytes: sizeOf(objectsPath(this.directory)) - this.objectBytesBefore,
    };
    return { disk, log };
  }
}

/** @param directory - of a program that has ended. */
export function databaseEnd(directory: string, log: LogWrites): DatabaseEnd {
  const path = databasePath(directory);
  const database = new Database(path, { readonly: true });
  const turns =
    database.query<{ turns: number }, []>("select count(*) as turns from turns").get()?.turns ?? 0;
  // the file may be shorter: pages can still be in the log only
  const pages = database.query<{ page_count: number }, []>("pragma page_count").get()?.page_count ?? 0;
  database.close();
  return { bytes: pages * log.pageBytes, turns, tables: writesByTable(path, log) };
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((total, { parentPath, name }) => total + fileSize(join(parentPath, name)), 0);
}

/** Files are joined and removed meanwhile. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
