/**
 * Serves from the sources and starts again whenever one of them changes, the dashboard's among them.
 *
 * @remarks Takes the arguments of `scoring serve`. Each server stops properly before the next one starts,
 *   because only one may hold the data directory.
 */
import { watch } from "node:fs";
import { join } from "node:path";
import { buildDashboard } from "./build-dashboard.ts";

const SOURCES = join(import.meta.dir, "../src");
const DASHBOARD = join(import.meta.dir, "../embedded/dashboard");
const PROGRAM = join(SOURCES, "main.ts");

let changed = Promise.withResolvers<void>();
const watchers = [
  watch(SOURCES, { recursive: true }, () => changed.resolve()),
  watch(DASHBOARD, { recursive: true }, (_, name) => {
    if (name?.startsWith("pages.bundle") !== true) changed.resolve();
  }),
];

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    stopping = true;
    changed.resolve();
  });
}

while (!stopping) {
  await buildDashboard().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  const server = Bun.spawn([process.execPath, PROGRAM, "serve", ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit"],
  });
  await changed.promise;
  server.kill("SIGTERM");
  await server.exited;
  changed = Promise.withResolvers<void>();
}

// a watched folder keeps the program running
for (const watcher of watchers) watcher.close();
