/** CPU time, memory and writes of a process and everything it started, from the kernel's own books. */
import { readdirSync, readFileSync } from "node:fs";

export interface Usage {
  cpuSeconds: number;
  residentBytes: number;
  /** To the disk. */
  writtenBytes: number;
}

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/**
 * Returns the sums over the tree below, and with, the process; exited children count in their parent's CPU
 * time.
 */
export function usageOf(root: number): Usage {
  const parents = new Map<number, number>();
  const usages = new Map<number, Usage>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const fields = Number.isInteger(pid) ? statOf(pid) : null;
    if (fields === null) continue;
    parents.set(pid, Number(fields[1]));
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    usages.set(pid, {
      cpuSeconds: ticks / TICKS_PER_SECOND,
      residentBytes: Number(fields[21]) * PAGE_BYTES,
      writtenBytes: writtenBytesOf(`/proc/${pid}`),
    });
  }
  const total: Usage = { cpuSeconds: 0, residentBytes: 0, writtenBytes: 0 };
  for (const [pid, usage] of usages) {
    if (!isBelow(pid, root, parents)) continue;
    total.cpuSeconds += usage.cpuSeconds;
    total.residentBytes += usage.residentBytes;
    total.writtenBytes += usage.writtenBytes;
  }
  return total;
}

/** Returns the process and everything it started. */
export function processesBelow(root: number): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const parents = new Map(pids.map((pid) => [pid, Number(statOf(pid)?.[1] ?? 0)]));
  return pids.filter((pid) => isBelow(pid, root, parents));
}

/** CPU time of a process' first thread only. */
export function mainThreadSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The fields of /proc/<pid>/stat after the name, which may hold spaces. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * Returns what was written to the disk; 0 for a process of another user.
 *
 * @param path - of a process or of a thread.
 */
export function writtenBytesOf(path: string): number {
  try {
    const [, bytes = "0"] = /^write_bytes: (\d+)$/m.exec(readFileSync(`${path}/io`, "utf8")) ?? [];
    return Number(bytes);
  } catch {
    return 0;
  }
}

function isBelow(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
    if (at === root) return true;
  return false;
}
