/** The newest keys that this process gave to files: where others delete files too, one of them may be late with it. */
const MOST_KEPT = 10_000;

/** Remembers them from the start of an engine or a command to its end. */
export class GivenKeys {
  private readonly keys = new Set<string>();

  has(key: string): boolean {
    return this.keys.has(key);
  }

  note(key: string): void {
    this.keys.add(key);
    const [oldest] = this.keys;
    if (this.keys.size > MOST_KEPT && oldest !== undefined) this.keys.delete(oldest);
  }
}
