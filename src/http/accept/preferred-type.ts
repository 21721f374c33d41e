/** Which of the forms of an answer the caller would rather have. */
import { mediaRanges } from "./media-ranges.ts";

/**
 * Returns the one the caller prefers; the earlier of two that are liked as much, and the first when none is
 * liked.
 *
 * @param accept - The header `Accept`, null when there is none; the types there are, the usual one first.
 * @see RFC 9110, section 12.5.1.
 */
export function preferredType<Type extends string>(
  accept: string | null,
  types: readonly [Type, ...Type[]],
): Type {
  const ranges = mediaRanges(accept);
  const qualityOf = (type: Type): number => {
    const names = [type, `${type.split("/")[0]}/*`, "*/*"];
    const closest = names.map((name) => ranges.find((range) => range.type === name));
    return closest.find((range) => range !== undefined)?.quality ?? 0;
  };
  return types.reduce((best, type) => (qualityOf(type) > qualityOf(best) ? type : best));
}
