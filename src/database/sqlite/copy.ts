/** Copies a database while others write to it: all of one moment, whatever is written meanwhile. */
import SqliteDriver from "better-sqlite3";
import { makePrivateFile } from "./private-file.ts";

/** Some 2 MB; between two steps others get their turn. */
const PAGES_AT_ONCE = 2_000;

/**
 * Copies the database file as it is now.
 *
 * @throws An exception when the database cannot be read, or the copy cannot be written.
 * @param to - The path of the copy, where no file is.
 * @param report - Receives the share that is copied, 0 to 1.
 */
export async function copyDatabase(from: string, to: string, report: (share: number) => void): Promise<void> {
  makePrivateFile(to);
  const connection = new SqliteDriver(from, { readonly: true });
  try {
    // SQLite begins a copy again whenever somebody has written, except on a connection that reads as of one moment
    connection.exec("begin");
    connection.pragma("user_version"); // reads, and with that the moment is chosen
    await connection.backup(to, {
      progress({ totalPages, remainingPages }) {
        report(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return PAGES_AT_ONCE;
      },
    });
  } finally {
    connection.close();
  }
}
