/** Queries that wait for a worker, in turn by who asks: the many of one key let those of another go between. */

/** What waits, and for whom. */
export interface Waiting {
  /** null for the server's own. */
  keyId: string | null;
}

/** A line for each key; the keys take turns. */
export class WaitingJobs<Job extends Waiting> {
  /** The key that comes next is first. */
  private readonly lines = new Map<string | null, Job[]>();

  add(job: Job): void {
    const line = this.lines.get(job.keyId);
    if (line === undefined) this.lines.set(job.keyId, [job]);
    else line.push(job);
  }

  /**
   * Takes the next one out.
   *
   * @param mayGo - Whether a key may have one more worker now.
   * @returns null when none may go.
   */
  take(mayGo: (keyId: string | null) => boolean): Job | null {
    for (const [keyId, line] of this.lines) {
      if (!mayGo(keyId)) continue;
      const job = line.shift() ?? null;
      this.lines.delete(keyId);
      if (line.length > 0) this.lines.set(keyId, line);
      return job;
    }
    return null;
  }

  /** Takes one out that waits no longer, if it is there. */
  remove(job: Job): void {
    const line = this.lines.get(job.keyId) ?? [];
    const place = line.indexOf(job);
    if (place !== -1) line.splice(place, 1);
    if (line.length === 0) this.lines.delete(job.keyId);
  }

  /** Takes all out. */
  empty(): Job[] {
    const all = [...this.lines.values()].flat();
    this.lines.clear();
    return all;
  }
}
