/** The engine's thread on a machine whose clock runs ahead by CLOCK_AHEAD_MS. */
import "./clock-ahead.ts";
import "../../src/appliance/engine/engine-worker.ts";
