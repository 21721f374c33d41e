/** Which of many a typed name finds. */

/** Somebody or something to choose. */
export interface Choosable {
  id: string;
  name: string;
  email?: string | null;
}

/** More at once nobody reads; typing on narrows them down. */
export const MOST_SHOWN = 10;

/** Returns those whose name or e-mail contains every typed word, in their own order. */
export function matching<One extends Choosable>(among: readonly One[], typed: string): One[] {
  const words = typed.toLowerCase().split(/\s+/);
  return among.filter(({ name, email }) => {
    const text = `${name} ${email ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
