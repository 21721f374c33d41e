/**
 * Hashes in the order in which they were added, found by themselves, in a fifth of the memory that a map of strings
 * takes: a busy hour has millions.
 */
import type { Instant } from "../vocabulary/units.ts";

const WORDS = 4;
const LEAST_ROOM = 1024;
/** Fewer than one in so many places taken: half of them are given back. */
const SPARSE = 8;
const NONE = -1;

/** When a hash was seen. */
export interface HashTimes {
  arrivedAt: Instant;
  /** By a clock that nobody steps. */
  addedAt: Instant;
}

/** Entries are numbered as they are added; a number's place in the columns is what is left of it below the room. */
export class HashRing {
  /** A power of two. */
  private room = LEAST_ROOM;
  private columns = makeColumns(LEAST_ROOM);
  private first = 0;
  private end = 0;
  private readonly asked = new Uint32Array(WORDS);
  private readonly askedBytes = Buffer.from(this.asked.buffer);

  /** The number of the oldest entry, null when there is none. */
  get oldest(): number | null {
    return this.first === this.end ? null : this.first;
  }

  /** Adds a hash of 32 hexadecimal digits; of equal ones the last is found. */
  add(hash: string, times: HashTimes): void {
    if (this.end - this.first === this.room) this.moveTo(this.room * 2);
    const place = this.end & (this.room - 1);
    this.columns.words.set(this.wordsOf(hash), place * WORDS);
    this.columns.arrivedAt[place] = times.arrivedAt;
    this.columns.addedAt[place] = times.addedAt;
    this.link(place);
    this.end += 1;
  }

  /** Returns the number of the newest entry of that hash, null when there is none. */
  find(hash: string): number | null {
    const [a, b, c, d = 0] = this.wordsOf(hash);
    const { words, newest, earlier } = this.columns;
    for (let place = newest[d & (this.room - 1)] ?? NONE; place !== NONE; place = earlier[place] ?? NONE) {
      const at = place * WORDS;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) {
        return this.first + ((place - this.first) & (this.room - 1));
      }
    }
    return null;
  }

  /** @param number - The number of an entry that is there. */
  timesOf(number: number): HashTimes {
    const place = number & (this.room - 1);
    const { arrivedAt, addedAt } = this.columns;
    return { arrivedAt: arrivedAt[place] ?? 0, addedAt: addedAt[place] ?? 0 };
  }

  /** Removes the oldest hash; the ring must not be empty. */
  forgetOldest(): void {
    this.unlink(this.first & (this.room - 1));
    this.first += 1;
    const isSparse = (this.end - this.first) * SPARSE < this.room;
    if (isSparse && this.room > LEAST_ROOM) this.moveTo(this.room / 2);
  }

  /** Returns the words in memory that the next call uses again. */
  private wordsOf(hash: string): Uint32Array {
    this.askedBytes.write(hash, "hex");
    return this.asked;
  }

  private link(place: number): void {
    const { newest, earlier } = this.columns;
    const chain = this.chainOf(place);
    earlier[place] = newest[chain] ?? NONE;
    newest[chain] = place;
  }

  /** The oldest entry is the last of its chain. */
  private unlink(oldest: number): void {
    const { newest, earlier } = this.columns;
    const chain = this.chainOf(oldest);
    let before = NONE;
    for (let place = newest[chain] ?? NONE; place !== oldest; place = earlier[place] ?? NONE) before = place;
    if (before === NONE) newest[chain] = NONE;
    else earlier[before] = NONE;
  }

  /** Any word of a hash is as good as another to spread the entries. */
  private chainOf(place: number): number {
    return (this.columns.words[place * WORDS + WORDS - 1] ?? 0) & (this.room - 1);
  }

  private moveTo(room: number): void {
    const [from, fromRoom] = [this.columns, this.room];
    this.columns = makeColumns(room);
    this.room = room;
    for (let number = this.first; number < this.end; number += 1) {
      const [old, place] = [number & (fromRoom - 1), number & (room - 1)];
      this.columns.words.set(from.words.subarray(old * WORDS, (old + 1) * WORDS), place * WORDS);
      this.columns.arrivedAt[place] = from.arrivedAt[old] ?? 0;
      this.columns.addedAt[place] = from.addedAt[old] ?? 0;
      this.link(place);
    }
  }
}

function makeColumns(room: number) {
  return {
    words: new Uint32Array(room * WORDS),
    arrivedAt: new Float64Array(room),
    addedAt: new Float64Array(room),
    /** The newest entry of each chain, and for each entry the one before it in its chain: places, or none. */
    newest: new Int32Array(room).fill(NONE),
    earlier: new Int32Array(room).fill(NONE),
  };
}
