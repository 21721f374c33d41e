/** What a write of an engine ends with whose work another engine has taken. */

/** Nobody's fault: what was to be written is written by whoever has the work now. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor() {
    super("another engine has taken over the work of this one");
  }
}
