/** Where the numbers of a report can be looked at more closely. */
import { developerAddress } from "../address/developer-address.ts";
import { sessionAddress } from "../address/session-address.ts";
import { addressOf } from "../address/whose-of.ts";
import { formatUsd } from "../words/numbers.ts";
import type { Reported, Words } from "./document.ts";

type Subject = Pick<Reported<unknown>, "developer" | "labels" | "from" | "to">;

/** The same page of the dashboard about the same person, labels and UTC days. */
export function pageOf(page: string, { developer, labels = [], from, to }: Subject): string {
  const about = developer === null ? page : addressOf(page, { kind: "one", id: developer.id, isSelf: false });
  const filters: [string, string][] = [
    ["since", dayOf(Date.parse(from))],
    ["until", dayOf(Date.parse(to) - 1)],
    ...labels.map((label): [string, string] => ["label", label]),
  ];
  return `${about}${about.includes("?") ? "&" : "?"}${new URLSearchParams(filters).toString()}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-10-01".length);
}

/** One developer's page. */
export function personOf({ id, name }: { id: string; name: string }): Words {
  return { text: name, page: developerAddress(id) };
}

/** A sub-session that an amount rests on. */
export interface ExampleWork {
  sessionId: string;
  title: string | null;
  firstTurn: number;
  costUsd: number;
}

/** A row of a table: the beginning of the work's first prompt, and what it cost. */
export function exampleRow({ sessionId, title, firstTurn, costUsd }: ExampleWork): Words[] {
  const page = sessionAddress(sessionId, { turn: firstTurn });
  return [{ text: title ?? `Session ${sessionId.slice(0, 8)}`, page }, formatUsd(costUsd)];
}
