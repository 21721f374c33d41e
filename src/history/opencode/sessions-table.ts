/** opencode's own tables, as far as they are read: sessions, their messages, and the parts of these. */
import { z } from "zod";
import { type ForeignDatabase, openForeign } from "../../database/sqlite/foreign.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";

const SESSION = z.object({
  id: z.string(),
  version: z.string(),
  directory: z.string(),
  parent_id: z.string().nullable(),
  time_updated: z.number(),
});
export type SessionRow = z.infer<typeof SESSION>;

const MESSAGE = z.object({ id: z.string(), time_created: z.number(), data: z.string() });
const PART = z.object({ id: z.string(), message_id: z.string(), time_created: z.number(), data: z.string() });

/** A message, or one of its parts. */
export interface Stored {
  id: string;
  at: number;
  value: PlainValue;
}

export interface StoredMessage extends Stored {
  parts: Stored[];
}

/** A database of opencode. */
export class SessionsTable {
  private constructor(private readonly database: ForeignDatabase) {}

  /** @throws An exception when it is no database. */
  static open(path: string): SessionsTable {
    return new SessionsTable(openForeign(path));
  }

  /** @throws An exception when the tables look otherwise: another version. */
  sessions(): SessionRow[] {
    const rows = this.database.rows("select id, version, directory, parent_id, time_updated from session");
    return [...rows].map((row) => SESSION.parse(row));
  }

  /** Returns the messages of a session in order, one after the other: a session may be long. */
  *messages(session: string): Generator<StoredMessage, void> {
    const query = "select id, time_created, data from message where session_id = ? order by time_created, id";
    for (const row of this.database.rows(query, session)) {
      const { id, time_created: at, data } = MESSAGE.parse(row);
      yield { id, at, value: JSON.parse(data) as PlainValue, parts: this.parts(id) };
    }
  }

  private parts(message: string): Stored[] {
    const query =
      "select id, message_id, time_created, data from part where message_id = ? order by time_created, id";
    return [...this.database.rows(query, message)].map((row) => {
      const { id, time_created: at, data } = PART.parse(row);
      return { id, at, value: JSON.parse(data) as PlainValue };
    });
  }

  close(): void {
    this.database.close();
  }
}
