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
  readonly #places: Places;
  readonly #hurried: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #inside = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** How many are inside. */
  get inside(): number {
    return this.#inside;
  }

  /** Does the work once there is room. Fails: as the work, or with the signal's reason when that aborts before it. */
  async pass<Value>(work: () => Promise<Value>, coming: Coming = {}): Promise<Value> {
    await this.#enter(coming);
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#letIn();
    }
  }

  async #enter({ isHurried = false, signal }: Coming): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = isHurried ? this.#hurried : this.#others;
    const leave = (): void => {
      const place = line.indexOf(resolve);
      if (place !== -1) line.splice(place, 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", leave, { once: true });
    line.push(resolve);
    this.#letIn();
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  #letIn(): void {
    const { most, forHurried } = this.#places;
    this.#letInUpTo(most + forHurried, this.#hurried);
    this.#letInUpTo(most, this.#others);
  }

  #letInUpTo(most: number, line: (() => void)[]): void {
    while (this.#inside < most) {
      const next = line.shift();
      if (next === undefined) return;
      this.#inside += 1;
      next();
    }
  }
}
