/** Before all tests: what they leave in the temporary folder goes with them. */
import { afterAll } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "scoring-tests-"));
// PostgreSQL runs as another user where the tests run as root
chmodSync(folder, 0o711);
process.env["TMPDIR"] = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
