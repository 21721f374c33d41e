/** The queries that read somebody's own data, by the names that routes ask for. */
import { onDatabase } from "../../database/asked.ts";
import { type OwnNotesQuery, readOwnNotes } from "./reading/own-notes-table.ts";
import { type OwnAuditQuery, readOwnAudit } from "./reading/read-own-audit.ts";
import { readOwnFacts } from "./reading/read-own-facts.ts";
import { type MentionsQuery, readMentions } from "./reading/read-mentions.ts";
import {
  listOwnObjects,
  type OwnRecordsQuery,
  readOwnRecords,
  type RecordStores,
} from "./reading/read-own-records.ts";
import { type OwnRowsQuery, readOwnRows } from "./reading/read-own-rows.ts";
import { findWhoseData } from "./whose-data.ts";

export const OWN_DATA_QUERIES = {
  readOwnRecords: (stores: RecordStores, asked: OwnRecordsQuery) => readOwnRecords(stores, asked),
  ...onDatabase({
    findWhoseData,
    readOwnFacts,
    listOwnObjects,
    readOwnRows,
    readOwnNotes,
    readMentions,
    readOwnAudit,
  }),
};

/** What reading the files of a person asks, one question at a time. */
export interface OwnDataAsks {
  readOwnFacts(asked: Parameters<typeof readOwnFacts>[1]): ReturnType<typeof readOwnFacts>;
  listOwnObjects(asked: Parameters<typeof listOwnObjects>[1]): ReturnType<typeof listOwnObjects>;
  readOwnRecords(asked: OwnRecordsQuery): ReturnType<typeof readOwnRecords>;
  readOwnRows(asked: OwnRowsQuery): ReturnType<typeof readOwnRows>;
  readOwnNotes(asked: OwnNotesQuery): ReturnType<typeof readOwnNotes>;
  readMentions(asked: MentionsQuery): ReturnType<typeof readMentions>;
  readOwnAudit(asked: OwnAuditQuery): ReturnType<typeof readOwnAudit>;
}
