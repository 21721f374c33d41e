/** Where a stored line's records were in the stream, as its mark says. */

/** The place of a line and of the records in it. */
export interface LinePlace {
  /** The message in the stream. */
  sequence: number;
  /** The request in the message. */
  frame: number;
  /** How many records of the request are in lines before this one. */
  first: number;
  /** Which of the records are left, counted from 0; null while none was removed. */
  left: readonly number[] | null;
}

/** Reads a mark such as `12:0:3`, or `12:0:3:0-4,9-9` where records were removed since. */
export function readLinePlace(mark: string): LinePlace {
  const [sequence, frame, first, left] = mark.split(":");
  return {
    sequence: Number(sequence ?? 0),
    frame: Number(frame ?? 0),
    first: Number(first ?? 0),
    left: left === undefined ? null : left.split(",").flatMap(numbersIn),
  };
}

/** Writes the mark of a line. */
export function writeLinePlace({ sequence, frame, first, left }: LinePlace): string {
  const place = `${sequence}:${frame}:${first}`;
  const isBeginning = left === null || left.every((number, index) => number === index);
  return isBeginning ? place : `${place}:${runsOf(left).join(",")}`;
}

/** Returns the part of a mark by which no two lines of a signal are equal: it stays when records are removed. */
export function lineIdentity(mark: string): string {
  return mark.split(":").slice(0, 3).join(":");
}

function numbersIn(run: string): number[] {
  const [from = 0, to = from] = run.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function runsOf(numbers: readonly number[]): string[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last.to + 1 === number) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs.map(({ from, to }) => `${from}-${to}`);
}
