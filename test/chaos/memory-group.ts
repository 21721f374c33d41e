/** A memory limit of the kernel's on the program and what it starts: a control group (version 1) below this process's own. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { whyNoNamespaces } from "./served.ts";

/** A group of processes that may take so much memory together. */
export interface MemoryGroup {
  /** To be run by the shell that becomes the program: it and its children count from then on. */
  join: string;
  /** How many of its processes the kernel has killed for want of memory. */
  killed(): number;
  /** Memory of its processes now, without the page cache. */
  residentBytes(): number;
  limit(bytes: number): void;
  /** @remarks Takes a group without processes. */
  remove(): void;
}

/** Why no group can be made here; null when one can. */
export function whyNoMemoryGroups(): string | null {
  try {
    makeMemoryGroup(1e9).remove();
    return whyNoNamespaces();
  } catch (cause) {
    return `a memory limit of the kernel (control groups, version 1): ${String(cause)}`;
  }
}

/**
 * Makes one.
 *
 * @throws Where there is no version 1 memory controller, or this user may not use it.
 */
export function makeMemoryGroup(limitBytes: number): MemoryGroup {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  const mounted = "/sys/fs/cgroup/memory";
  if (own === undefined || !existsSync(mounted)) throw new Error("no memory controller of version 1");
  const folder = join(mounted, own, `scoring-test-${crypto.randomUUID()}`);
  mkdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const limit = (bytes: number) => writeFileSync(join(folder, "memory.limit_in_bytes"), String(bytes));
  limit(limitBytes);
  return {
    join: `echo $$ > ${folder}/cgroup.procs`,
    killed: () => Number(/^oom_kill (\d+)/m.exec(read("memory.oom_control"))?.[1] ?? 0),
    residentBytes: () => Number(/^total_rss (\d+)/m.exec(read("memory.stat"))?.[1] ?? 0),
    limit,
    remove: () => rmdirSync(folder),
  };
}
