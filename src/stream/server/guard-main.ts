/** The guard as a program of its own, for a checkout; the executable is started as its own guard instead. */
import { runGuard } from "./guard.ts";

await runGuard(process.argv.slice(2));
