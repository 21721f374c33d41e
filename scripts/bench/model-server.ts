/** A judge model in its own process, as tests script it: it answers every question after a tenth of a second. */
import { startScriptedModel } from "../../test/judge/scripted-model.ts";

const model = startScriptedModel({ answersAfterMs: 100 });
process.stdout.write(`${model.url}\n`);
