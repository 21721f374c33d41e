/**
 * Serves from the sources and starts again whenever one of them changes.
 *
 * Takes: the arguments of `scoring serve`. Each server stops properly before the next one starts, because only one
 * may hold the data directory.
 */
import { watch } from "node:fs";
import { join } from "node:path";

const SOURCES = join(import.meta.dir, "../src");
const PROGRAM = join(SOURCES, "main.ts");

let changed = Promise.withResolvers<void>();
watch(SOURCES, { recursive: true }, () => changed.resolve());

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    stopping = true;
    changed.resolve();
  });
}

while (!stopping) {
  const server = Bun.spawn([process.execPath, PROGRAM, "serve", ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit"],
  });
  await changed.promise;
  server.kill("SIGTERM");
  await server.exited;
  changed = Promise.withResolvers<void>();
}
