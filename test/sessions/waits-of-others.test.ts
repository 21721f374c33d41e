/** A wait after an error shortens its developer's stretches over all sessions, whichever became known first. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { DAY, HOUR, MINUTE, type Milliseconds } from "../../src/vocabulary/units.ts";
import { wholeSchema } from "../whole-schema.ts";
import { Holding, logsBody, NOON, type Said, SENDER } from "../writer/upkeep/holding.ts";

const ANN = { "user.email": "ann@example.com" };
const CLAUDE = { "service.name": "claude-code" };

let holding: Holding;
beforeEach(async () => {
  holding = await Holding.open();
  const organization = { id: SENDER.organizationId, name: "org", created_at: NOON, secret: "s" };
  await inTransaction(holding.database, "full", async (transaction) => {
    await wholeSchema(transaction).insertInto("organizations").values(organization).execute();
  });
});
afterEach(() => holding.close());

function said(session: string, minute: number, attributes: Record<string, string>): Said {
  return { session, at: NOON - HOUR + minute * MINUTE, text: "", attributes: { ...ANN, ...attributes } };
}

/** A prompt, and a call of a minute that works on it. */
function prompt(session: string, minute: number): Said[] {
  const call = { "event.name": "api_request", model: "m", input_tokens: "900", duration_ms: "60000" };
  return [
    said(session, minute, { "event.name": "user_prompt", prompt: `Add a page with number ${minute}` }),
    said(session, minute + 1, call),
  ];
}

/** Twenty minutes of work. */
const WORK = [0, 5, 10, 20].flatMap((minute) => prompt("work", minute));
/** Its only prompt comes long after that, and before it a call failed in the middle of the work. */
const WAITING = [
  said("waiting", 6, { "event.name": "api_error", model: "m", status_code: "529", error: "overloaded" }),
  ...prompt("waiting", 55),
];

async function know(records: readonly Said[]): Promise<void> {
  await holding.write([logsBody(records, CLAUDE)]);
  await holding.examine();
  const clock = (): Milliseconds => holding.now + 2 * DAY;
  const prices = loadPrices({ pricesFile: null });
  const measurer = new Measurer({ database: holding.database, clock, prices, outages: () => [] });
  while ((await measurer.round()).measured > 0);
}

async function flowOfWork(): Promise<number | null> {
  const rows = await wholeSchema(holding.database).selectFrom("metrics").selectAll().execute();
  const [row, ...others] = rows.filter(({ session }) => session.endsWith(":work"));
  if (row === undefined || others.length > 0) throw new Error("the work is not one sub-session");
  return row.fc;
}

describe("work during which another session waited", () => {
  test("has the flow of its stretch without the wait, in whatever order they became known", async () => {
    await know(WORK);
    expect(await flowOfWork()).toBeCloseTo((100 * 21) / 90, 9);
    await know(WAITING);
    // it is lost from two minutes after the error on
    expect(await flowOfWork()).toBeCloseTo((100 * 8) / 90, 9);
  });

  test("has it too where the wait was known first", async () => {
    await know(WAITING);
    await know(WORK);
    expect(await flowOfWork()).toBeCloseTo((100 * 8) / 90, 9);
  });
});
