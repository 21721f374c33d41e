/** Reads the figures of the books in one statement, so that all of them are of one moment. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { BOOKS, POSITIONS } from "./progress-table.ts";
import { OBJECTS } from "../catalogue/table.ts";
import type { Figures } from "./books.ts";
import type { Account, Amount } from "./progress-table.ts";

/** Gives: every figure, zero where nothing was counted. */
export async function readFigures(database: Database): Promise<Figures> {
  const view = tables(database, BOOKS, POSITIONS, OBJECTS);
  const position = view.selectFrom("positions").select("sequence").where("step", "=", "normaliser");
  const rows = await view
    .selectFrom("books")
    .select((book) => [book.ref("account").$castTo<string>().as("account"), "frames", "records"])
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
