/** Reads the figures of the books in one statement, so that all of them are of one moment. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { isUnexamined } from "./examined-table.ts";
import { BOOKS, NO_PUBLISHER, PUBLISHERS } from "./progress-table.ts";
import { OBJECTS } from "../catalogue/table.ts";
import { type Figures, sumOf } from "./books.ts";
import type { Account, Amount } from "./progress-table.ts";

interface FigureRow extends Amount {
  account: string;
  /** Of what is published: by whom. */
  publisher: string;
}

/** Returns every figure, zero where nothing was counted. */
export async function readFigures(database: Database): Promise<Figures> {
  const view = tables(database, BOOKS, PUBLISHERS, OBJECTS);
  const rows = await view
    .selectFrom("books")
    .select((book) => [
      book.ref("account").$castTo<string>().as("account"),
      book.val(NO_PUBLISHER).as("publisher"),
      "frames",
      "records",
    ])
    .unionAll(
      view
        .selectFrom("publishers")
        .select(({ val }) => [val("published").as("account"), "id as publisher", "frames", "records"]),
    )
    .unionAll(summed("held"))
    .unionAll(summed("pending").where(isUnexamined(database)))
    .execute();
  // some databases give sums as text
  return figuresOf(rows.map((row) => ({ ...row, records: Number(row.records) })));

  function summed(account: string) {
    return view
      .selectFrom("objects")
      .select(({ fn, val }) => [
        val(account).as("account"),
        val(NO_PUBLISHER).as("publisher"),
        fn.countAll<number>().as("frames"),
        fn.coalesce(fn.sum<number>("records"), val(0)).as("records"),
      ]);
  }
}

function figuresOf(rows: readonly FigureRow[]): Figures {
  const amounts = new Map<string, Amount>();
  const publishers = new Map<string, Amount>();
  for (const { account, publisher, frames, records } of rows) {
    if (account === "published") publishers.set(publisher, { frames, records });
    else amounts.set(account, { frames, records });
  }
  const amountOf = (account: Account | "held" | "pending"): Amount =>
    amounts.get(account) ?? { frames: 0, records: 0 };
  return {
    publishers,
    published: sumOf(publishers),
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
