/** With which words a process was started, asked of the kernel: no outside program such as ps is needed. */
import { dlopen, FFIType, ptr } from "bun:ffi";
import { readFile } from "node:fs/promises";
import { parseProcessArguments } from "./process-arguments.ts";

/** Returns the program and its arguments; empty for a process that is gone, or dead and not yet collected. */
export async function commandLineOf(pid: number): Promise<string[]> {
  return process.platform === "darwin" ? askDarwin(pid) : readProc(pid);
}

async function readProc(pid: number): Promise<string[]> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").slice(0, -1);
  } catch {
    return []; // gone, or hidden from this user, who then could not have started it
  }
}

// <sys/sysctl.h>: the name of the table that holds each process's arguments
const CTL_KERN = 1;
const KERN_PROCARGS2 = 49;
/** ARG_MAX of macOS: no process has longer arguments. */
const MOST_BYTES = 1024 * 1024;

function askDarwin(pid: number): string[] {
  const { ptr: pointer, u32, u64, i32 } = FFIType;
  const system = dlopen("libSystem.B.dylib", {
    sysctl: { args: [pointer, u32, pointer, pointer, pointer, u64], returns: i32 },
  });
  try {
    const name = new Int32Array([CTL_KERN, KERN_PROCARGS2, pid]);
    const answer = new Uint8Array(MOST_BYTES);
    const length = new BigUint64Array([BigInt(MOST_BYTES)]);
    const code = system.symbols.sysctl(ptr(name), name.length, ptr(answer), ptr(length), null, 0);
    return code === 0 ? parseProcessArguments(answer.subarray(0, Number(length[0]))) : [];
  } finally {
    system.close();
  }
}
