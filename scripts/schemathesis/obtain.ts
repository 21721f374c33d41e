/** Brings Schemathesis from PyPI into .tools, once. */
import { dirname, join } from "node:path";
import { obtainPackages } from "../python-packages.ts";

const VERSION = "4.32.5";
const FOLDER = join(import.meta.dir, "../../.tools", `schemathesis-${VERSION}`);

/** Returns the program's path, or why it cannot be had here. */
export function obtainSchemathesis(): { path: string } | { reason: string } {
  const obtained = obtainPackages({ folder: FOLDER, versions: { schemathesis: VERSION } });
  return "reason" in obtained ? obtained : { path: join(dirname(obtained.python), "schemathesis") };
}
