/** Sends what rows say is to be sent: each message at least once and at most twice, whenever the program dies. */
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import type { Result } from "../../../vocabulary/result.ts";
import type { ChatMessage } from "../message.ts";
import { deliverTo, type PlaceDelivery, type PlaceParts } from "./deliver-to.ts";
import {
  afterBreak,
  afterFailure,
  afterSuccess,
  beginSending,
  type Delivery,
  isDue,
  isOver,
  parseDeliveries,
} from "./delivery.ts";
import type { DeliveryName, Sending } from "./sending.ts";

/** A row with messages to send. */
export interface DeliveringRow {
  id: string;
  organization: string;
  /** JSON: deliveries. */
  deliveries: string;
}

/** What messages are sent with. */
export interface Deliverer<Row extends DeliveringRow> {
  database: Database;
  clock: Clock;
  places: PlaceParts;
  /** What the messages are about. */
  about: PlaceDelivery["about"];
  sending: Sending;
  /** Returns null for a row that is gone. */
  read(database: Database, id: string): Promise<Row | null>;
  /** Keeps deliveries; a row that is gone or over stays so. */
  keep(transaction: Database, id: string, deliveries: string): Promise<unknown>;
  /** Returns the words for a row, or why there is nothing to send. */
  write(row: Row): Promise<Result<ChatMessage, string>>;
}

/**
 * Keeps what messages came to that were under way.
 *
 * What broke is reported to whatever runs the stage; its delivery is found not to be under way any more.
 */
export async function keepEnded<Row extends DeliveringRow>(deliverer: Deliverer<Row>): Promise<void> {
  const { clock, sending } = deliverer;
  for (const sent of sending.outcomes) {
    const now = clock();
    const { outcome } = sent;
    await changeDelivery(deliverer, sent, (delivery) =>
      outcome.ok ? afterSuccess(delivery) : afterFailure(delivery, outcome.problem, now),
    );
    // only now: one whose outcome is not known counts as broken off, and is sent once more
    sending.forget(sent);
  }
  const broken = sending.takeBroken();
  if (broken !== null) throw new Error("sending a message", { cause: broken.error });
}

/**
 * Begins to send to each place whose time has come, and does not wait for the answer.
 *
 * @returns The deliveries when all of them are over; null before.
 */
export async function advanceDeliveries<Row extends DeliveringRow>(
  deliverer: Deliverer<Row>,
  row: Row,
): Promise<Delivery[] | null> {
  const { clock, sending } = deliverer;
  const deliveries = parseDeliveries(row);
  if (deliveries.every(isOver)) return deliveries;
  for (const [index, delivery] of deliveries.entries()) {
    const name = { row: row.id, index };
    if (delivery.status === "sending" && !sending.has(name))
      await changeDelivery(deliverer, name, (broken) => afterBreak(broken, clock()));
    else if (isDue(delivery, clock())) await send(deliverer, row, { ...name, delivery });
  }
  return null;
}

async function send<Row extends DeliveringRow>(
  deliverer: Deliverer<Row>,
  row: Row,
  { row: id, index, delivery }: DeliveryName & { delivery: Delivery },
): Promise<void> {
  const written = await deliverer.write(row);
  const name = { row: id, index };
  if (!written.ok) {
    const { problem: error } = written;
    await changeDelivery(deliverer, name, (unsent) => ({ ...unsent, status: "failed", error }));
    return;
  }
  await changeDelivery(deliverer, name, beginSending);
  const { places, sending, about } = deliverer;
  const { organization: organizationId } = row;
  sending.add(
    name,
    deliverTo(places, {
      organizationId,
      place: delivery.destination,
      about,
      messageId: `${id}.${index}`,
      message: written.value,
    }),
  );
}

async function changeDelivery<Row extends DeliveringRow>(
  { database, read, keep }: Deliverer<Row>,
  { row: id, index }: DeliveryName,
  change: (delivery: Delivery) => Delivery,
): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    const row = await read(transaction, id);
    if (row === null) return;
    const deliveries = parseDeliveries(row).map((delivery, place) =>
      place === index ? change(delivery) : delivery,
    );
    await keep(transaction, id, JSON.stringify(deliveries));
  });
}
