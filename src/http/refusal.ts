/** A refusal of what was asked, as a problem that the caller may read. */

/** One field that is wrong. */
export interface FieldError {
  path: string;
  message: string;
}

/** What a problem says beyond its status. */
export interface ProblemParts {
  /** A sentence for the person: what is wrong and what to do. */
  detail: string;
  errors?: readonly FieldError[];
  /** Members that only this problem has, such as `replacement`. */
  extensions?: Readonly<Record<string, string | number | null>>;
  headers?: Readonly<Record<string, string>>;
}

/** A refusal on its way out of a route. Only its own words are shown. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly parts: ProblemParts,
  ) {
    super(parts.detail);
  }
}
