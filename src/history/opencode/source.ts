/**
 * opencode's history: one database of all its sessions, read while the agent may be writing.
 *
 * @see The database of opencode 1.18.33, 2026-11-22.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../vocabulary/log.ts";
import { folderIn } from "../find-files.ts";
import type { HistoryFile, HistoryRecord, HistorySource, Home, LeftOut } from "../record.ts";
import { recordsOfMessage } from "./messages.ts";
import { type SessionRow, SessionsTable } from "./sessions-table.ts";

const FOLDER = { below: ".local/share", movedBy: "XDG_DATA_HOME" };
/** The versions whose tables look as they are read here. */
const KNOWN = /^1\./;

export const opencodeHistory: HistorySource = { agent: "opencode", find, spot, read: readSession };

/** The database, whose sessions only it knows. */
function spot(home: Home): HistoryFile[] {
  const path = join(folderIn(home, FOLDER), "opencode", "opencode.db");
  if (!existsSync(path)) return [];
  const { size, mtimeMs } = statSync(path);
  return [{ path, part: null, mark: "", changedAt: Math.floor(mtimeMs), bytes: size }];
}

/** A file for each session; the database itself where it cannot be read, which reading then says. */
function find(home: Home): HistoryFile[] {
  const [whole] = spot(home);
  if (whole === undefined) return [];
  const { path, bytes: size } = whole;
  const sessions = reading(path, (table) => table.sessions());
  if (!Array.isArray(sessions)) return [whole];
  const bytes = size / Math.max(1, sessions.length);
  return sessions.map(({ id, time_updated: changedAt }) => {
    return { path, part: id, mark: String(changedAt), changedAt, bytes };
  });
}

// eslint-disable-next-line typescript/require-await -- the database answers at once, files of other agents do not
async function* readSession({ path, part }: HistoryFile): AsyncGenerator<HistoryRecord | LeftOut, void> {
  const sessions = reading(path, (table) => table.sessions());
  if (!Array.isArray(sessions)) {
    yield { kind: "left_out", what: "file", reason: sessions.reason };
    return;
  }
  const session = sessions.find(({ id }) => id === part);
  if (session === undefined) return;
  if (!KNOWN.test(session.version)) {
    yield { kind: "left_out", what: "file", reason: `version ${session.version} of opencode is not known` };
    return;
  }
  yield* messagesOf(path, session);
}

function* messagesOf(path: string, session: SessionRow): Generator<HistoryRecord, void> {
  const table = SessionsTable.open(path);
  try {
    for (const message of table.messages(session.id)) yield* recordsOfMessage(message, session);
  } finally {
    table.close();
  }
}

function reading<Value>(path: string, read: (table: SessionsTable) => Value): Value | { reason: string } {
  try {
    const table = SessionsTable.open(path);
    try {
      return read(table);
    } finally {
      table.close();
    }
  } catch (error) {
    return { reason: `opencode's tables cannot be read: ${describeError(error)}` };
  }
}
