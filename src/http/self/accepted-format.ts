/** Which of the two formats of measurements the caller would rather have. */
import { type MediaRange, mediaRanges } from "../accept/media-ranges.ts";
import type { ExpositionFormat } from "./exposition.ts";

/**
 * Returns openMetrics only to who names it, in a version that is written here, and does not prefer text.
 *
 * @param accept - The header `Accept`, null when there is none.
 * @see RFC 9110, section 12.5.1.
 */
export function acceptedFormat(accept: string | null): ExpositionFormat {
  const ranges = mediaRanges(accept);
  const openMetrics = ranges.filter(isOpenMetrics).map(({ quality }) => quality);
  const text = ranges.filter(({ type }) => type === "text/plain").map(({ quality }) => quality);
  const best = Math.max(0, ...openMetrics);
  return best > 0 && best >= Math.max(0, ...text) ? "openmetrics" : "text";
}

function isOpenMetrics({ type, version }: MediaRange): boolean {
  return type === "application/openmetrics-text" && (version === null || version === "1.0.0");
}
