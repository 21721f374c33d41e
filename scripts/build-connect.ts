/** Bundles connect.mjs: what connects agents and imports their history on a machine that has Node or Bun and no executable of this program. */
import type { BunPlugin } from "bun";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");

/**
 * Bundles the script for Node 20 and newer.
 *
 * @returns its text, with nothing left to import but what Node brings
 */
export async function buildConnect(): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(ROOT, "src/cli/connect/standalone/main.ts")],
    target: "node",
    format: "esm",
    minify: true,
    plugins: [modules(), ownSqlite()],
    throw: false,
  });
  const [script] = built.outputs;
  if (!built.success || script === undefined) throw new Error(built.logs.map(String).join("\n"));
  return script.text();
}

/** The package's usual entry asks for its parts at run time. */
function modules(): BunPlugin {
  return {
    name: "jsonc-parser as modules",
    setup(build) {
      build.onResolve({ filter: /^jsonc-parser$/ }, () => ({
        path: join(ROOT, "node_modules/jsonc-parser/lib/esm/main.js"),
      }));
    },
  };
}

/** One file cannot bring the program's own SQLite, which is compiled for one machine. */
function ownSqlite(): BunPlugin {
  return {
    name: "the runtime's SQLite",
    setup(build) {
      build.onResolve({ filter: /\/database\/sqlite\/foreign\.ts$/ }, () => ({
        path: join(ROOT, "src/database/sqlite/foreign-of-runtime.ts"),
      }));
    },
  };
}
