/** The certificates that tests of HTTPS have, with their private keys: each is an authority of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../http/tls/certificates");

/** Valid for scoring-first.example or scoring-second.example, and for localhost. */
export function certificateOf(name: "first" | "second"): { cert: string; key: string } {
  const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
  return { cert: read(`${name}.pem`), key: read(`${name}-key.pem`) };
}
