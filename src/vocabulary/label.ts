/** What a label is called. */

/** The name of the label with the repository. */
export const REPOSITORY = "vcs.repository.name";

/** The labels that sessions have where the owner lists no others. */
export const USUAL_LABELS = ["team.id", "department", "cost_center", REPOSITORY] as const;

/** A label as an address has it: its name, a colon, its value. */
export interface AskedLabel {
  name: string;
  value: string;
}
