/** Shows the days of a part of a chart: a week that was clicked, or those that the pointer was drawn over. */
import { createContext } from "react";
import { useLocation } from "wouter";
import { dayOf, parametersOf } from "./chosen-days.ts";
import { useAddressWith } from "./range.ts";
import { DAY_MS, now } from "../words/times.ts";

type Bucket = "day" | "week";

/** False on a page whose time cannot be chosen, such as a report's. */
export const MayZoom = createContext(true);

/** Returns what shows the days of the buckets from one start to another, both included; Back leads back. */
export function useZoom(bucket: Bucket): (first: string, last: string) => void {
  const [, go] = useLocation();
  const addressWith = useAddressWith();
  return (first, last) => go(addressWith(parametersOf(daysOf(first, last, bucket))));
}

const SUNDAY = 6;

/** The days of buckets; the first week may begin later than on Monday, the last one is not over. */
export function daysOf(first: string, last: string, bucket: Bucket): { since: string; until: string } {
  const start = Date.parse(last);
  const weekday = (new Date(start).getUTCDay() + SUNDAY) % (SUNDAY + 1);
  const end = bucket === "day" ? start : start + (SUNDAY - weekday) * DAY_MS;
  return { since: dayOf(Date.parse(first)), until: dayOf(Math.min(end, Math.max(now(), start))) };
}
