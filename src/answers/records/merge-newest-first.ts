/** Two runs of frames, each with the newest record first, as a single run in the same order. */
import type { FramePlace } from "../../catalogue/frame-table.ts";

type Frames = AsyncGenerator<FramePlace, void>;

/** Takes from each run no more than is asked for. */
export async function* mergeNewestFirst(left: Frames, right: Frames): Frames {
  let [nextLeft, nextRight] = [await left.next(), await right.next()];
  while (nextLeft.done !== true && nextRight.done !== true) {
    if (nextLeft.value.greatestMs >= nextRight.value.greatestMs) {
      yield nextLeft.value;
      nextLeft = await left.next();
    } else {
      yield nextRight.value;
      nextRight = await right.next();
    }
  }
  if (nextLeft.done !== true) yield nextLeft.value;
  if (nextRight.done !== true) yield nextRight.value;
  yield* left;
  yield* right;
}
