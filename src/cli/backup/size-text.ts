/** Sizes as people read them. */
import type { Bytes } from "../../vocabulary/units.ts";

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** Gives: "1.4 GiB". */
export function sizeText(bytes: Bytes): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
