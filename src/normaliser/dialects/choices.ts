/** Words of a fixed choice, which agents spell in their own ways: `autoEdit`, `auto_edit`, `AUTO-EDIT`. */

/** The form in which a choice is compared: lower case, only letters and digits. */
export function comparableChoice(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, "");
}
