/** Writes 200 notes into a database that another process writes too. */
import { openDatabase } from "../../src/database/open.ts";
import { tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { NOTES } from "../database/notes.ts";

const [path = "", first = "0"] = process.argv.slice(2);
const database = openDatabase(path, "write");
for (let id = Number(first); id < Number(first) + 200; id += 1) {
  await inTransaction(database, "normal", async (transaction) => {
    const notes = tables(transaction, NOTES);
    await notes.selectFrom("notes").select("id").where("id", "=", id).execute();
    await notes.insertInto("notes").values({ id, text: "other" }).execute();
  });
}
