/** Places labels at the ends of lines so that none covers another. */

/**
 * Moves labels apart, as little as possible.
 *
 * @returns Their places in the order in which they came.
 * @param wanted - Where each label would be, in pixels.
 */
export function placeLabels(
  wanted: readonly number[],
  apart: number,
  [top, bottom]: readonly [number, number],
): number[] {
  const inOrder = wanted.map((at, index) => ({ at, index })).toSorted((left, right) => left.at - right.at);
  const places = wanted.map(() => top);
  let least = top;
  for (const { at, index } of inOrder) {
    places[index] = Math.max(at, least);
    least = (places[index] ?? 0) + apart;
  }
  let most = bottom;
  for (const { index } of inOrder.toReversed()) {
    places[index] = Math.min(places[index] ?? 0, most);
    most = (places[index] ?? 0) - apart;
  }
  return places;
}
