import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { type DamagedFrame, noteDamage, takeUnlogged } from "../../../src/writer/upkeep/table.ts";
import { Holding } from "./holding.ts";

let holding: Holding;
beforeEach(async () => {
  holding = await Holding.open();
});
afterEach(() => holding.close());

function damaged(objectKey: string, offset: number): DamagedFrame {
  return { objectKey, offset, kind: "corrupt", reason: "its sum differs" };
}

const take = () => inTransaction(holding.database, "normal", takeUnlogged);

describe("damaged frames that the log has not reported", () => {
  test("are returned once, in the order of their places", async () => {
    const frames = [damaged("b", 0), damaged("a", 9), damaged("a", 10)];
    await noteDamage(holding.database, frames);
    expect(await take()).toEqual([damaged("a", 9), damaged("a", 10), damaged("b", 0)]);
    expect(await take()).toEqual([]);
  });

  test("are returned with the next ones when the log has not taken them", async () => {
    await noteDamage(holding.database, [damaged("a", 0)]);
    const broken = inTransaction(holding.database, "normal", async (transaction) => {
      await takeUnlogged(transaction);
      throw new Error("stop");
    });
    await expect(broken).rejects.toThrow("stop");
    await noteDamage(holding.database, [damaged("b", 0)]);
    expect(await take()).toEqual([damaged("a", 0), damaged("b", 0)]);
  });
});
