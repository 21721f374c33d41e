/** Sizes as people read them, in the units that settings take. */
import type { Bytes } from "../units.ts";

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Returns "1.4 GiB", "66 GiB", "512 MiB", "0 B". */
export function sizeText(bytes: Bytes): string {
  let [size, unit] = [bytes, 0];
  // rounded, or there would be 1024 MiB
  while (Math.round(size) >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = size < 10 ? size.toFixed(1).replace(/\.0$/, "") : String(Math.round(size));
  return `${digits} ${UNITS[unit]}`;
}
