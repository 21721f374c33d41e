/** Sending a message to one place: what has been tried, and when it is tried again. */
import { z } from "zod";
import { DAY, HOUR, type Instant, type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import type { DeliveryFailure } from "../deliver.ts";
import { DELIVERY_STATUSES, PLACE, type Place } from "./place.ts";

const DELIVERY = z.object({
  destination: PLACE,
  status: z.enum(DELIVERY_STATUSES),
  tries: z.int(),
  /** How often it is unknown whether it arrived. */
  uncertain: z.int(),
  nextTryAt: z.int().nullable(),
  error: z.string().nullable(),
});

const DELIVERIES = z.array(DELIVERY);

export type Delivery = z.infer<typeof DELIVERY>;

/** What a row keeps of its deliveries. */
export function parseDeliveries({ deliveries }: { deliveries: string }): Delivery[] {
  return DELIVERIES.parse(JSON.parse(deliveries));
}

/** About four hours altogether. */
const MOST_TRIES = 12;
const FIRST_PAUSE: Milliseconds = 15 * SECOND;
const LONGEST_PAUSE: Milliseconds = HOUR;

/** One that was not tried yet. */
export function newDelivery(destination: Place): Delivery {
  return { destination, status: "pending", tries: 0, uncertain: 0, nextTryAt: null, error: null };
}

/** Whether it is to be sent now. */
export function isDue({ status, nextTryAt }: Delivery, now: Instant): boolean {
  if (status !== "pending") return false;
  // no pause is longer than a day: the clock was wrong when it was computed
  return nextTryAt === null || nextTryAt <= now || nextTryAt - now > DAY;
}

export function isOver({ status }: Delivery): boolean {
  return status === "delivered" || status === "failed";
}

/** It is kept before anything is sent, so that a program that dies meanwhile knows of it. */
export function beginSending(delivery: Delivery): Delivery {
  return { ...delivery, status: "sending", tries: delivery.tries + 1, nextTryAt: null };
}

export function afterSuccess(delivery: Delivery): Delivery {
  return { ...delivery, status: "delivered", nextTryAt: null, error: null };
}

/** The program died, or something broke, meanwhile: it is sent once more, and never a third time. */
export function afterBreak(delivery: Delivery, now: Instant): Delivery {
  return afterUncertain(delivery, "The server stopped or failed while it sent the message.", now);
}

/** A problem that may pass is tried again, at the earliest when the chat tool wants to be asked again. */
export function afterFailure(
  delivery: Delivery,
  { kind, message, mayPass, retryAfterMs }: DeliveryFailure,
  now: Instant,
): Delivery {
  if (kind === "timed_out" || kind === "broken_off") return afterUncertain(delivery, message, now);
  if (!mayPass) return giveUp(delivery, message);
  return tryAgain(delivery, message, now + Math.min(retryAfterMs ?? pauseAfter(delivery.tries), DAY));
}

function afterUncertain(delivery: Delivery, message: string, now: Instant): Delivery {
  const uncertain = delivery.uncertain + 1;
  const counted = { ...delivery, uncertain };
  if (uncertain > 1) return giveUp(counted, `${message} It may have arrived, and is not sent a third time.`);
  const again = tryAgain(counted, message, now);
  return isOver(again) ? again : { ...again, error: `${message} The message is sent once more.` };
}

function tryAgain(delivery: Delivery, message: string, nextTryAt: Instant): Delivery {
  if (delivery.tries >= MOST_TRIES)
    return giveUp(delivery, `${message} It was tried ${delivery.tries} times.`);
  return { ...delivery, status: "pending", nextTryAt, error: message };
}

function giveUp(delivery: Delivery, error: string): Delivery {
  return { ...delivery, status: "failed", nextTryAt: null, error };
}

/** @param tries - How often it was tried, from 1. */
function pauseAfter(tries: number): Milliseconds {
  return Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE);
}
