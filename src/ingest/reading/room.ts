/** How much of bodies is read at once, so that many large ones cannot fill the memory, nor one key take all the room. */
import type { Bytes } from "../../vocabulary/units.ts";

/** Room for bodies while they are read; afterwards the publisher counts them. */
export interface Room {
  /** A place for one body, empty at first. */
  open(keyId: string): Place;
}

/** What one body takes. */
export interface Place {
  /** Takes more. Gives: false when there is not enough; the only body of all, or of its key, always gets it. */
  grow(bytes: Bytes): boolean;
  /** Gives everything back. */
  leave(): void;
}

/** Takes: how many bytes may be read at once, and how many of them for one key. */
export function createRoom(most: Bytes, mostOfKey: Bytes): Room {
  let taken: Bytes = 0;
  const takenByKey = new Map<string, Bytes>();
  const open = (keyId: string): Place => {
    let held: Bytes = 0;
    const add = (bytes: Bytes): void => {
      held += bytes;
      taken += bytes;
      const ofKey = (takenByKey.get(keyId) ?? 0) + bytes;
      if (ofKey === 0) takenByKey.delete(keyId);
      else takenByKey.set(keyId, ofKey);
    };
    return {
      grow(bytes) {
        const byOthers = taken - held;
        const byKeysOthers = (takenByKey.get(keyId) ?? 0) - held;
        if (byOthers > 0 && taken + bytes > most) return false;
        if (byKeysOthers > 0 && byKeysOthers + held + bytes > mostOfKey) return false;
        add(bytes);
        return true;
      },
      leave: () => add(-held),
    };
  };
  return { open };
}
