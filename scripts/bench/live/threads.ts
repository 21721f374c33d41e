/** CPU time and writes of a running program, thread by thread, from the kernel's own books. */
import { readdirSync, readFileSync } from "node:fs";
import { processesBelow, writtenBytesOf } from "../processes.ts";

/** What a thread of the program is for, or the whole of a process that it started. */
export type Part = (typeof PARTS)[number];

/** In the order in which they are shown. */
export const PARTS = [
  "main thread",
  "engine",
  "keys worker",
  "read workers",
  "compilers",
  "garbage collection",
  "other threads",
  "stream server",
] as const;

/** What each part has used since it began. */
export type PartUse = Record<Part, { cpuMs: number; writtenBytes: number }>;

const NANOSECONDS_PER_MS = 1_000_000;

/** Threads by the name that the kernel shows, which has at most 15 characters. */
const BY_NAME: Readonly<Record<string, Part>> = {
  engine: "engine",
  keys: "keys worker",
  reader: "read workers",
  JITWorker: "compilers",
  HeapHelper: "garbage collection",
  "ollector Thread": "garbage collection",
};

interface Thread {
  id: number;
  name: string;
  cpuMs: number;
  writtenBytes: number;
}

/** Threads end: what one had used is remembered from the last look at it. */
export class ThreadWatch {
  private readonly threads = new Map<number, Thread & { part: Part }>();

  /** @param root - of the program's first process. */
  constructor(private readonly root: number) {}

  /** Reads everything again. */
  use(): PartUse {
    for (const pid of processesBelow(this.root)) {
      const threads = threadsOf(pid);
      const unnamed = engineAmong(threads);
      for (const thread of threads) {
        const part = pid === this.root ? partOf(thread, { pid, engine: unnamed }) : "stream server";
        this.threads.set(thread.id, { ...thread, part });
      }
    }
    const use = Object.fromEntries(PARTS.map((part) => [part, { cpuMs: 0, writtenBytes: 0 }])) as PartUse;
    for (const { part, cpuMs, writtenBytes } of this.threads.values()) {
      use[part].cpuMs += cpuMs;
      use[part].writtenBytes += writtenBytes;
    }
    return use;
  }
}

/** Returns what was used between two looks. */
export function usedBetween(before: PartUse, after: PartUse): PartUse {
  const parts = PARTS.map((part) => {
    const cpuMs = after[part].cpuMs - before[part].cpuMs;
    return [part, { cpuMs, writtenBytes: after[part].writtenBytes - before[part].writtenBytes }];
  });
  return Object.fromEntries(parts) as PartUse;
}

function partOf({ id, name }: Thread, { pid, engine }: { pid: number; engine: number | null }): Part {
  if (id === pid) return "main thread";
  if (id === engine) return "engine";
  return BY_NAME[name] ?? (name === "Worker" ? "read workers" : "other threads");
}

/** Versions that do not name their workers: the engine is the one that writes. */
function engineAmong(threads: readonly Thread[]): number | null {
  const workers = threads.filter(({ name }) => name === "Worker");
  return workers.toSorted((left, right) => right.writtenBytes - left.writtenBytes)[0]?.id ?? null;
}

function threadsOf(pid: number): Thread[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((id) => threadOf(pid, Number(id)));
  } catch {
    return []; // it ended between two looks
  }
}

function threadOf(pid: number, id: number): Thread[] {
  const path = `/proc/${pid}/task/${id}`;
  try {
    const [nanoseconds = "0"] = readFileSync(`${path}/schedstat`, "utf8").split(" ");
    return [
      {
        id,
        name: readFileSync(`${path}/comm`, "utf8").trim(),
        cpuMs: Number(nanoseconds) / NANOSECONDS_PER_MS,
        writtenBytes: writtenBytesOf(path),
      },
    ];
  } catch {
    return []; // it ended between two looks
  }
}
