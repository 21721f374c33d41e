/**
 * Which Go module proxies there are, and in which order they are asked, as GOPROXY says.
 *
 * @see The Go Modules Reference, "GOPROXY protocol" and "Environment variables", read 2026-11.
 */
import { fail, type Result } from "../../src/vocabulary/result.ts";
import { download, type DownloadProblem } from "./download.ts";

const USUAL = "https://proxy.golang.org,direct";

/** One entry of GOPROXY. */
export interface Proxy {
  url: string;
  /** Whether the next one is asked after any failure: behind "|". Behind "," only where this one has no such file. */
  isOptional: boolean;
}

/**
 * Returns the proxies in the order in which they are asked.
 *
 * @param setting - the value of GOPROXY; undefined or empty where it is not set
 * @returns no more than are before `off`; `direct` is left out, for without Go nobody here can do that
 */
export function proxiesOf(setting: string | undefined): Proxy[] {
  const proxies: Proxy[] = [];
  for (const [, entry = "", separator] of (setting || USUAL).matchAll(/([^,|]+)([,|]?)/g)) {
    const name = entry.trim();
    if (name === "off") break;
    if (name !== "direct" && name !== "") proxies.push({ url: urlOf(name), isOptional: separator === "|" });
  }
  return proxies;
}

/** Go reads an entry without a scheme as https. */
function urlOf(entry: string): string {
  return (/^[a-z]+:\/\//i.test(entry) ? entry : `https://${entry}`).replace(/\/+$/, "");
}

/** A file of a module, as the proxies name it. */
export interface ModuleFile {
  /** Such as "golang.org/toolchain/@v/v0.0.1-go1.26.8.linux-amd64.zip". */
  name: string;
  path: string;
  sha256: string;
}

/**
 * Downloads a file from the first proxy that has it.
 *
 * @param file - what is wanted, and where it is put
 * @param proxies - as `proxiesOf` returns them
 * @param say - is called with how far it is, such as "10 % of 72 MB"
 * @returns the problem of each proxy that was asked, when none had it
 */
export async function downloadFromProxies(
  file: ModuleFile,
  proxies: readonly Proxy[],
  say: (line: string) => void,
): Promise<Result<null, string>> {
  const problems: DownloadProblem[] = [];
  for (const { url, isOptional } of proxies) {
    const done = await download({ ...file, url: `${url}/${file.name}` }, say);
    if (done.ok) return done;
    problems.push(done.problem);
    if (!done.problem.isMissing && !isOptional) break;
  }
  if (problems.length === 0) return fail("GOPROXY names no proxy that may be asked");
  return fail(problems.map(({ reason }) => reason).join("; "));
}
