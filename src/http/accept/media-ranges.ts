/** What a caller can read, as the header `Accept` lists it. */

/** One entry of the list. */
export interface MediaRange {
  /** In small letters: "text/html", "text/*". */
  type: string;
  version: string | null;
  /** 0 to 1; 0: not at all. */
  quality: number;
}

/**
 * @param accept - The header, null when there is none.
 * @see RFC 9110, section 12.5.1.
 */
export function mediaRanges(accept: string | null): MediaRange[] {
  return (accept ?? "").split(",").map(rangeOf);
}

function rangeOf(text: string): MediaRange {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const valueOf = (name: string): string | null =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const quality = Number(valueOf("q") ?? 1);
  return { type, version: valueOf("version"), quality: Number.isNaN(quality) ? 0 : quality };
}
