/** Every frame of the catalogue, those of the newest objects first. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { OBJECTS, OBJECT_FRAMES } from "./table.ts";
import type { FrameSpan } from "./frame-text.ts";

const OBJECTS_AT_ONCE = 64;

/** Returns the frames; read from the catalogue as they are asked for. */
export async function* everyFrame(database: Database): AsyncGenerator<FrameSpan> {
  const catalogue = tables(database, OBJECTS, OBJECT_FRAMES);
  const newest = catalogue
    .selectFrom("objects")
    .select(["key", "last_sequence"])
    .orderBy("last_sequence", "desc")
    .orderBy("key")
    .limit(OBJECTS_AT_ONCE);
  let page = await newest.execute();
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    const keys = page.map(({ key }) => key);
    yield* await catalogue
      .selectFrom("object_frames")
      .innerJoin("objects", "objects.number", "object_frames.object")
      .select(["objects.key", "offset", "length"])
      .where("objects.key", "in", keys)
      .orderBy("objects.key")
      .orderBy("object_frames.number")
      .execute();
    const { last_sequence, key } = last;
    page = await newest
      .where(({ eb, and, or }) =>
        or([
          eb("last_sequence", "<", last_sequence),
          and([eb("last_sequence", "=", last_sequence), eb("key", ">", key)]),
        ]),
      )
      .execute();
  }
}
