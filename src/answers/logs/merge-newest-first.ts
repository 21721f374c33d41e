/** Two runs of frames, each with the newest record first, as one of the same order. */
import type { FramePlace } from "../../catalogue/frame-table.ts";

type Frames = AsyncGenerator<FramePlace, void>;

/** Takes from each no more than is asked for. */
export async function* mergeNewestFirst(one: Frames, other: Frames): Frames {
  let [left, right] = [await one.next(), await other.next()];
  while (left.done !== true || right.done !== true) {
    if (right.done === true || (left.done !== true && left.value.greatestMs >= right.value.greatestMs)) {
      if (left.done !== true) yield left.value;
      left = await one.next();
    } else {
      yield right.value;
      right = await other.next();
    }
  }
}
