/** The turns of a session that changed something, so that it is known which of them a later one takes back. */
import { pathsOfChange } from "../../turns/change-turn.ts";
import type { Turn } from "../../turns/turn.ts";
import { isSamePath } from "../../turns/wording/paths.ts";

/** A file that a turn wrote. */
interface Written {
  path: string;
  turn: Turn;
}

/** Walks through a session's turns in order. */
export class EditedTurns {
  private last: Turn | null = null;
  /** By the last part of the path, because only namesakes can be the same file. */
  private readonly written = new Map<string, Written[]>();

  /** Adds a turn that changed something. */
  add(turn: Turn): void {
    this.last = turn;
    for (const path of pathsOfChange(turn)) {
      const namesakes = this.written.get(lastPart(path));
      if (namesakes === undefined) this.written.set(lastPart(path), [{ path, turn }]);
      else namesakes.push({ path, turn });
    }
  }

  /**
   * Returns the last turn that wrote something that a revert takes back.
   *
   * @returns The last that changed anything where none is known to have; null where none changed anything.
   */
  undoneBy({ toolReadings }: Turn): Turn | null {
    const paths = toolReadings.flatMap(({ reverts }) => (Array.isArray(reverts) ? reverts : []));
    const wrote = paths.map((path: string) => this.writerOf(path)).filter((turn) => turn !== null);
    return wrote.reduce<Turn | null>(later, null) ?? this.last;
  }

  private writerOf(reverted: string): Turn | null {
    const namesakes = this.written.get(lastPart(reverted)) ?? [];
    return namesakes.findLast(({ path }) => isSamePath(reverted, path))?.turn ?? null;
  }
}

function later(left: Turn | null, right: Turn): Turn {
  return left !== null && left.index > right.index ? left : right;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
