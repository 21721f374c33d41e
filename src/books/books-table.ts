/** Reads the figures of the books in one statement, so that all of them are of one moment. */
import { type Database, tables } from "../database/open.ts";
import type { Figures } from "./books.ts";
import type { Account, Amount, Step } from "./progress-table.ts";

interface BooksTables {
  books: { account: string; frames: number; records: number };
  positions: { step: Step; sequence: number };
  objects: { last_sequence: number; records: number };
}

/** Gives: every figure, zero where nothing was counted. */
export async function readFigures(database: Database): Promise<Figures> {
  const view = tables<BooksTables>(database);
  const position = view.selectFrom("positions").select("sequence").where("step", "=", "normaliser");
  const rows = await view
    .selectFrom("books")
    .select(["account", "frames", "records"])
    .unionAll(summed("held"))
    .unionAll(
      summed("pending").where(({ eb, fn, val }) => eb("last_sequence", ">", fn.coalesce(position, val(0)))),
    )
    .execute();
  return figuresOf(new Map(rows.map(({ account, frames, records }) => [account, { frames, records }])));

  function summed(account: string) {
    return view
      .selectFrom("objects")
      .select(({ fn, val }) => [
        val(account).as("account"),
        fn.countAll<number>().as("frames"),
        fn.coalesce(fn.sum<number>("records"), val(0)).as("records"),
      ]);
  }
}

function figuresOf(amounts: ReadonlyMap<string, Amount>): Figures {
  const amountOf = (account: Account | "held" | "pending"): Amount =>
    amounts.get(account) ?? { frames: 0, records: 0 };
  return {
    published: amountOf("published"),
    persisted: amountOf("persisted"),
    duplicate: amountOf("duplicate"),
    quarantined: amountOf("quarantined"),
    examined: amountOf("examined"),
    oddTimes: amountOf("odd_time"),
    expired: amountOf("expired"),
    purged: amountOf("purged"),
    held: amountOf("held"),
    pending: amountOf("pending"),
  };
}
