/** What a message about alerts says: a line for each change, and where the rest is. */
import type { Database } from "../../../database/open.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import type { ChatMessage } from "../../integrations/message.ts";
import { findAlert } from "../alerts-table.ts";
import { describeAlert } from "../words/describe-alert.ts";
import { readNames } from "../words/names.ts";
import type { MessageRow } from "./messages-table.ts";
import { type ChangeSaid, parseChanges } from "./queue-message.ts";

/** What messages are written with. */
export interface WritingParts {
  database: Database;
  /** How people reach this server; null when nobody said. */
  publicUrl: string | null;
  namesDevelopers: boolean;
}

/** More would not be read. */
const MOST_LINES = 20;

const WORDS: Readonly<Record<ChangeSaid["change"], string>> = {
  opened: "New",
  raised: "More",
  closed: "Over",
};

/** @throws Why there is nothing to say: the alerts went with a person who was removed. */
export async function writeMessage(
  { database, publicUrl, namesDevelopers }: WritingParts,
  message: MessageRow,
): Promise<Result<ChatMessage, string>> {
  const { organization } = message;
  const names = await readNames(database, { organization, namesDevelopers });
  const lines: string[] = [];
  for (const { alert: id, change } of parseChanges(message)) {
    const row = await findAlert(database, { organization, id });
    if (row === null) continue;
    const { title, detail } = describeAlert(row, names);
    lines.push(change === "closed" ? `${WORDS.closed}: ${title}` : `${WORDS[change]}: ${title}. ${detail}`);
  }
  if (lines.length === 0)
    return fail("The alerts are gone: somebody whom they were about was removed for good.");
  const more = lines.length - MOST_LINES;
  return succeed({
    title: lines.length === 1 ? "scoring: an alert changed" : `scoring: ${lines.length} changes of alerts`,
    lines: more > 0 ? [...lines.slice(0, MOST_LINES), `And ${more} more.`] : lines,
    link: linkTo(publicUrl),
  });
}

/** Where alerts are; null when nobody said how this server is reached. */
function linkTo(publicUrl: string | null): ChatMessage["link"] {
  if (publicUrl === null) return null;
  return { address: `${publicUrl.replace(/\/$/, "")}/alerts`, words: "See the alerts" };
}
