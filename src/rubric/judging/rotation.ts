/** Whose prompt is judged next: organizations take turns, and in each its developers. */

/** Whose prompt it is. */
interface Whose {
  organization: string;
  developer: string;
}

/** Remembers whose turn was last; it begins anew with the program. */
export class Rotation {
  private last = "";
  private readonly developers = new Map<string, string>();

  /** The organization whose turn was last; empty before the first. */
  get organization(): string {
    return this.last;
  }

  /** Returns the developer of the organization whose turn was last; empty before the first. */
  developerOf(organization: string): string {
    return this.developers.get(organization) ?? "";
  }

  /** Notes that a prompt was asked about. */
  served({ organization, developer }: Whose): void {
    this.last = organization;
    this.developers.set(organization, developer);
  }
}
