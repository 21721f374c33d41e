/** Messages that are being sent: a step of the stage stays for none of them. */
import type { Result } from "../../vocabulary/result.ts";
import type { DeliveryFailure } from "../integrations/deliver.ts";

/** Which delivery of which run. */
export interface Place {
  run: string;
  index: number;
}

/** A message that came to something. */
export interface Sent extends Place {
  outcome: Result<void, DeliveryFailure>;
}

/** The messages under way, until somebody has kept what they came to. */
export class Sending {
  private readonly underWay = new Map<string, Promise<void>>();
  private ended: Sent[] = [];
  private broken: (Place & { error: unknown })[] = [];

  get count(): number {
    return this.underWay.size;
  }

  /** Resolves when one of them has come to something. */
  get next(): Promise<unknown> {
    return Promise.race(this.underWay.values());
  }

  has(place: Place): boolean {
    return this.underWay.has(nameOf(place));
  }

  add(place: Place, message: Promise<Result<void, DeliveryFailure>>): void {
    const settled = message.then(
      (outcome) => void this.ended.push({ ...place, outcome }),
      (error: unknown) => void this.broken.push({ ...place, error }),
    );
    this.underWay.set(nameOf(place), settled);
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
    for (const place of taken) this.underWay.delete(nameOf(place));
    return taken[0] ?? null;
  }
}

function nameOf({ run, index }: Place): string {
  return `${run} ${index}`;
}
