/** Lets so many through at once; the others wait in the order in which they came. */

export class Turnstile {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many are inside. */
  get inside(): number {
    return this.#inside;
  }

  /** Does the work once there is room. Fails: as the work, or with the signal's reason when that aborts before it. */
  async pass<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // whoever is next takes the place over
      if (next === undefined) this.#inside -= 1;
      else next();
    }
  }

  async #enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#inside < this.#most) {
      this.#inside += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      const place = this.#waiting.indexOf(resolve);
      if (place !== -1) this.#waiting.splice(place, 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.push(resolve);
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  }
}
