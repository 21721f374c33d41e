/** What the rows of a table add up to, in whatever order they come: their number and a sum of their hashes. */
import type { TableShape } from "../columns.ts";
import type { StoredRow } from "../engine.ts";

/** A table's sum, as it is noted and compared. */
export interface Summed {
  rows: number;
  /** 16 hexadecimal digits. */
  hash: string;
}

const BITS = 64;
const HEXADECIMAL = 16;
const DIGITS = BITS / 4;

/** A sum that grows with the rows. */
export class RowSum {
  private rows: number;
  private hash: bigint;
  private readonly columns: string[];

  /** @param before - Where it goes on; nothing when absent. */
  constructor({ columns }: TableShape, before: Summed = { rows: 0, hash: "0" }) {
    this.columns = Object.keys(columns);
    this.rows = before.rows;
    this.hash = BigInt(`0x${before.hash}`);
  }

  add(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      const text = JSON.stringify(this.columns.map((column) => plain(row[column])));
      this.hash = BigInt.asUintN(BITS, this.hash + BigInt(Bun.hash(text)));
    }
    this.rows += rows.length;
  }

  get value(): Summed {
    return { rows: this.rows, hash: this.hash.toString(HEXADECIMAL).padStart(DIGITS, "0") };
  }
}

/** Databases give the same value in their own forms: bytes as one kind of array or another, nothing as null. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return value ?? null;
}
