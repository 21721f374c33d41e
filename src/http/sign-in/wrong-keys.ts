/** Slows down whoever tries keys; a right key is never asked about here, so nobody is kept out by somebody else. */
import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Instant, type Milliseconds, MINUTE, SECOND } from "../../vocabulary/units.ts";

/** Somebody tries to sign in. */
export interface SignInTry {
  /** From where. */
  address: string;
  /** The key or token as it was sent. */
  secret: string;
}

/** Counts wrong keys: of each address, and of each address those that begin alike. */
export interface WrongKeys {
  /**
   * Counts one more.
   *
   * @returns seconds until one more is looked at again; null while there were not too many
   */
  note(tried: SignInTry): number | null;
  /**
   * How long somebody waits who came from that address too often; nothing is counted.
   *
   * @returns seconds; null while there were not too many
   */
  waitOf(address: string): number | null;
}

/** Somebody who has one key in mind is stopped by this, and nobody else is. */
const MOST_ALIKE = 10;
/** Whoever tries ever new ones is stopped by this; an office whose proxy has one address does not get here. */
const MOST_OF_AN_ADDRESS = 300;
/** `scoring_` and four more, by which the keys of an office differ. */
const BEGINNING_CHARACTERS = 12;
const WINDOW: Milliseconds = MINUTE;
/** How many counts are remembered: forgetting one only helps somebody who guesses from many addresses. */
const MOST_COUNTS = 20_000;

export function countWrongKeys(clock: Clock): WrongKeys {
  const counts = new LRUCache<string, { wrong: number; since: Instant }>({ max: MOST_COUNTS });
  const current = (name: string) => {
    const count = counts.get(name);
    return count !== undefined && clock() - count.since < WINDOW ? count : null;
  };
  const waitFor = ({ name, most }: Limit): number => {
    const count = current(name);
    return count === null || count.wrong < most ? 0 : count.since + WINDOW - clock();
  };
  const countIn = ({ name }: Limit): void => {
    const count = current(name);
    if (count !== null) count.wrong += 1;
    else counts.set(name, { wrong: 1, since: clock() });
  };
  return {
    note(tried) {
      const limits = limitsOf(tried);
      const wait = Math.max(...limits.map(waitFor));
      if (wait > 0) return Math.ceil(wait / SECOND);
      limits.forEach(countIn);
      return null;
    },
    waitOf(address) {
      const wait = waitFor(limitOf(address));
      return wait > 0 ? Math.ceil(wait / SECOND) : null;
    },
  };
}

interface Limit {
  name: string;
  most: number;
}

function limitsOf({ address, secret }: SignInTry): Limit[] {
  const ofAddress = limitOf(address);
  return [
    ofAddress,
    { name: `${ofAddress.name} ${secret.slice(0, BEGINNING_CHARACTERS)}`, most: MOST_ALIKE },
  ];
}

function limitOf(address: string): Limit {
  return { name: networkOf(address), most: MOST_OF_AN_ADDRESS };
}

/** One machine has as many addresses of IPv6 as it likes, all of one network of 64 bits. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [first = [], last = []] = address.split("::").map((groups) => groups.split(":"));
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16))
    .join(":");
}
