/** How much of bodies is read at once, so that many large ones cannot fill the memory, nor one key take all the room. */
import type { Bytes } from "../../vocabulary/units.ts";

/** Room for bodies while they are read; afterwards the publisher counts them. */
export interface Room {
  /** A place for one body, empty at first. */
  open(keyId: string): Place;
}

/** What one body takes. */
export interface Place {
  /**
   * Takes more.
   *
   * @returns false when there is not enough; the only body of all, or of its key, always gets it.
   */
  grow(bytes: Bytes): boolean;
  /**
   * The same for what has not arrived yet.
   *
   * @returns false too when much was promised to others already.
   */
  growAhead(bytes: Bytes): boolean;
  /** Gives everything back. */
  leave(): void;
}

/** The share of the room that may be taken before anything arrives: senders that never send hold no more. */
const AHEAD = 1 / 4;

/** @remarks Takes how many bytes may be read at once, and how many of them for one key. */
export function createRoom(most: Bytes, mostOfKey: Bytes): Room {
  let taken: Bytes = 0;
  let takenAhead: Bytes = 0;
  const takenByKey = new Map<string, Bytes>();
  const open = (keyId: string): Place => {
    let held: Bytes = 0;
    let heldAhead: Bytes = 0;
    const add = (bytes: Bytes): void => {
      held += bytes;
      taken += bytes;
      const ofKey = (takenByKey.get(keyId) ?? 0) + bytes;
      if (ofKey === 0) takenByKey.delete(keyId);
      else takenByKey.set(keyId, ofKey);
    };
    const grow = (bytes: Bytes): boolean => {
      const byOthers = taken - held;
      const byKeysOthers = (takenByKey.get(keyId) ?? 0) - held;
      if (byOthers > 0 && taken + bytes > most) return false;
      if (byKeysOthers > 0 && byKeysOthers + held + bytes > mostOfKey) return false;
      add(bytes);
      return true;
    };
    return {
      grow,
      growAhead(bytes) {
        if (takenAhead + bytes > most * AHEAD || !grow(bytes)) return false;
        heldAhead += bytes;
        takenAhead += bytes;
        return true;
      },
      leave() {
        takenAhead -= heldAhead;
        heldAhead = 0;
        add(-held);
      },
    };
  };
  return { open };
}
