/** The normaliser's stage: examines what is written, and when that is done, what is to be examined again. */
import { restUpTo, type Stage, MORE } from "../vocabulary/stage.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { NormaliserParts } from "./examine-objects.ts";
import { type ExaminedBatch, examineNext } from "./keep.ts";
import { rescoreNext } from "./rescore/rescore.ts";

/** Whoever brings work wakes it; this is for what nobody thought of. */
const LOOK_EVERY_MS: Milliseconds = 10 * SECOND;

/** Makes the stage that examines objects; `examined` gets each batch that was examined for the first time. */
export function examiningStage(parts: NormaliserParts, examined: (batch: ExaminedBatch) => void): Stage {
  return {
    name: "normaliser",
    failing: "could not examine what was written; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const batch = await examineNext(parts);
      if (batch !== null) examined(batch);
      else if ((await rescoreNext(parts)) === null) return restUpTo(LOOK_EVERY_MS);
      return MORE;
    },
  };
}
