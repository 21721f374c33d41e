/** How much memory a process has, where the system says so. */
import { readFileSync } from "node:fs";
import type { Bytes } from "../../vocabulary/units.ts";

/** Returns the resident bytes of the process, null when there is none or the system has no /proc. */
export function residentBytes(pid: number | null): Bytes | null {
  if (pid === null) return null;
  try {
    const [kilobytes] = /(?<=VmRSS:\s{1,20})\d+/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
