/** Sending a run's report to one destination: what has been tried, and what is done next. */
import { z } from "zod";
import { DELIVERY_STATUSES, DESTINATION, type Destination } from "./schedule.ts";

const DELIVERY = z.object({
  destination: DESTINATION,
  status: z.enum(DELIVERY_STATUSES),
  tries: z.int(),
  nextTryAt: z.int().nullable(),
  error: z.string().nullable(),
});

/** As a run keeps them. */
export const DELIVERIES = z.array(DELIVERY);

export type Delivery = z.infer<typeof DELIVERY>;

/** One that was not tried yet. */
export function newDelivery(destination: Destination): Delivery {
  return { destination, status: "pending", tries: 0, nextTryAt: null, error: null };
}
