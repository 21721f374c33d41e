/** Who sends telemetry that is refused: counted by kind of program, fault and key, and reported in the log. */
import { LRUCache } from "lru-cache";
import type { KeyCaller, KeyFault } from "../../identity/caller.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { DAY, type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { type SenderFault, type SenderKind, senderOf, shownUserAgent } from "./sender.ts";

/** Requests of one kind of program that were refused for one fault, with one key. */
export interface RefusedSender {
  sender: SenderKind;
  fault: SenderFault;
  /** null when the key is missing or none of this server's. */
  keyId: string | null;
  organizationId: string | null;
  requests: number;
  firstAt: Instant;
  lastAt: Instant;
}

/** Whose key it was, as far as that is known. */
export type KeyOwner = Pick<KeyCaller, "keyId" | "organizationId">;

export interface RefusedSenders {
  /** @param owner - The key's owner; null when nobody knows the key. */
  note(request: Request, fault: SenderFault, owner: KeyOwner | null): void;
  /** Returns those of the last day, the newest first. */
  list(): RefusedSender[];
}

/** Reported until nothing like it was refused for this long. */
export const REMEMBERED_MS: Milliseconds = DAY;
const TOLD_EVERY_MS: Milliseconds = MINUTE;
/** Kinds, faults and keys are all few; this is for many keys. */
const MOST = 1_000;

/** What noting them needs. */
export interface RefusedSendersParts {
  clock: Clock;
  log: Log;
  /** What to change where telemetry is sent; each agent knows its own. */
  remedyFor(sender: SenderKind, fault: SenderFault): string;
}

/** One that is counted, with what the log has not reported yet. */
interface Counted extends RefusedSender {
  untold: number;
  toldAt: Instant;
}

/** @remarks Takes those of an earlier run. */
export function createRefusedSenders(
  { clock, log, remedyFor }: RefusedSendersParts,
  earlier: readonly RefusedSender[] = [],
): RefusedSenders {
  const senders = new LRUCache<string, Counted>({ max: MOST });
  for (const sender of earlier.toSorted((left, right) => left.lastAt - right.lastAt))
    senders.set(nameOf(sender), { ...sender, untold: 0, toldAt: 0 });

  function forgetOld(now: Instant): void {
    const old = [...senders].filter(([, { lastAt }]) => lastAt < now - REMEMBERED_MS);
    for (const [name] of old) senders.delete(name);
  }

  function find(group: Pick<RefusedSender, "sender" | "fault" | "keyId" | "organizationId">, now: Instant) {
    const name = nameOf(group);
    const known = senders.get(name);
    if (known !== undefined) return known;
    const made = { ...group, requests: 0, firstAt: now, lastAt: now, untold: 0, toldAt: 0 };
    senders.set(name, made);
    return made;
  }

  return {
    note(request, fault, owner) {
      const now = clock();
      const { keyId, organizationId } = owner ?? { keyId: null, organizationId: null };
      const found = find({ sender: senderOf(request.headers), fault, keyId, organizationId }, now);
      found.requests += 1;
      found.untold += 1;
      found.lastAt = now;
      if (now - found.toldAt < TOLD_EVERY_MS) return;
      log.warning("telemetry is refused", {
        fault,
        sender: found.sender,
        userAgent: shownUserAgent(request.headers),
        key: keyId,
        requests: found.untold,
        remedy: remedyFor(found.sender, fault),
      });
      found.toldAt = now;
      found.untold = 0;
    },
    list() {
      forgetOld(clock());
      return [...senders.values()]
        .toReversed()
        .map(({ untold: _untold, toldAt: _toldAt, ...sender }) => sender)
        .toSorted((left, right) => right.lastAt - left.lastAt);
    },
  };
}

function nameOf({ sender, fault, keyId }: Pick<RefusedSender, "sender" | "fault" | "keyId">): string {
  return `${sender} ${fault} ${keyId ?? ""}`;
}

const KEY_FAULTS: Readonly<Record<KeyFault["kind"], SenderFault>> = {
  missing: "no_key",
  invalid: "unknown_key",
  revoked: "revoked_key",
  ended: "ended_key",
};

/** What is wrong with a key, and whose it is: one that was revoked or has ended is still known. */
export function faultOfKey(problem: KeyFault): { fault: SenderFault; owner: KeyOwner | null } {
  const owner = "keyId" in problem ? problem : null;
  return { fault: KEY_FAULTS[problem.kind], owner };
}

/** What is wrong with the type of a body that is not JSON. */
export function faultOfType(headers: Headers): SenderFault {
  const type = headers.get("content-type") ?? "";
  if (/protobuf/i.test(type)) return "protobuf";
  return /^\s*application\/grpc/i.test(type) ? "grpc" : "content_type";
}
