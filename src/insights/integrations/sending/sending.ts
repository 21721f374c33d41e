/** Messages that are being sent: a step of the stage stays for none of them. */
import type { Result } from "../../../vocabulary/result.ts";
import type { DeliveryFailure } from "../deliver.ts";

/** Which delivery of which row. */
export interface DeliveryName {
  row: string;
  index: number;
}

/** A message that came to something. */
export interface Sent extends DeliveryName {
  outcome: Result<void, DeliveryFailure>;
}

/** The messages under way, until somebody has kept what they came to. */
export class Sending {
  private readonly underWay = new Map<string, Promise<void>>();
  private ended: Sent[] = [];
  private broken: (DeliveryName & { error: unknown })[] = [];

  get count(): number {
    return this.underWay.size;
  }

  /** Resolves when one of them has come to something. */
  get next(): Promise<unknown> {
    return Promise.race(this.underWay.values());
  }

  has(name: DeliveryName): boolean {
    return this.underWay.has(nameOf(name));
  }

  add(name: DeliveryName, message: Promise<Result<void, DeliveryFailure>>): void {
    const settled = message.then(
      (outcome) => void this.ended.push({ ...name, outcome }),
      (error: unknown) => void this.broken.push({ ...name, error }),
    );
    this.underWay.set(nameOf(name), settled);
  }

  /** What messages came to, until it is said to be kept. */
  get outcomes(): readonly Sent[] {
    return [...this.ended];
  }

  /** Says that an outcome is kept. */
  forget(sent: Sent): void {
    this.ended = this.ended.filter((other) => other !== sent);
    this.underWay.delete(nameOf(sent));
  }

  /** Returns what broke first since somebody last asked; null when nothing did. */
  takeBroken(): { error: unknown } | null {
    const taken = this.broken;
    this.broken = [];
    for (const name of taken) this.underWay.delete(nameOf(name));
    return taken[0] ?? null;
  }
}

function nameOf({ row, index }: DeliveryName): string {
  return `${row} ${index}`;
}
