/** Lets so many through at once, and a few more who are in a hurry; the others wait in the order in which they came. */

/** How somebody comes to a turnstile. */
export interface Coming {
  /** May take one of the places that are kept for those in a hurry, and goes before the rest. */
  isHurried?: boolean | undefined;
  /** Gives up waiting. */
  signal?: AbortSignal | undefined;
}

/** Places for everybody, and those on top for whoever is in a hurry. */
export interface Places {
  most: number;
  forHurried: number;
}

export class Turnstile {
  private readonly hurried: (() => void)[] = [];
  private readonly others: (() => void)[] = [];
  private count = 0;

  constructor(private readonly places: Places) {}

  /** How many are inside. */
  get inside(): number {
    return this.count;
  }

  /**
   * Does the work once there is room.
   *
   * @throws As the work, or with the signal's reason when that aborts before it.
   */
  async pass<Value>(work: () => Promise<Value>, coming: Coming = {}): Promise<Value> {
    await this.enter(coming);
    try {
      return await work();
    } finally {
      this.count -= 1;
      this.letIn();
    }
  }

  private async enter({ isHurried = false, signal }: Coming): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = isHurried ? this.hurried : this.others;
    const leave = (): void => {
      const place = line.indexOf(resolve);
      if (place !== -1) line.splice(place, 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", leave, { once: true });
    line.push(resolve);
    this.letIn();
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  private letIn(): void {
    const { most, forHurried } = this.places;
    this.letInUpTo(most + forHurried, this.hurried);
    this.letInUpTo(most, this.others);
  }

  private letInUpTo(most: number, line: (() => void)[]): void {
    while (this.count < most) {
      const next = line.shift();
      if (next === undefined) return;
      this.count += 1;
      next();
    }
  }
}
