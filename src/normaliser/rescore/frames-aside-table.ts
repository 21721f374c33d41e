/** When the records were that another version of the program could not examine. */
import { OBJECT_FRAMES, OBJECTS } from "../../catalogue/table.ts";
import type { Database } from "../../database/open.ts";
import { tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { DAMAGED_FRAMES } from "../../writer/upkeep/table.ts";

/**
 * From then on they count as this version's, so that it is asked for once.
 *
 * @returns The window of the frames that other versions have set aside; null when there are none.
 */
export async function takeWindowOfFramesAside(
  transaction: Database,
  version: string,
): Promise<{ from: Instant; to: Instant } | null> {
  const view = tables(transaction, DAMAGED_FRAMES, OBJECT_FRAMES, OBJECTS);
  const row = await view
    .selectFrom("damaged_frames as aside")
    .innerJoin("objects", "objects.key", "aside.object_key")
    .innerJoin("object_frames as frame", (join) =>
      join.onRef("frame.object", "=", "objects.number").onRef("frame.offset", "=", "aside.offset"),
    )
    .select(({ fn }) => [
      fn.min<number | null>("frame.least_ms").as("least"),
      fn.max<number | null>("frame.greatest_ms").as("greatest"),
    ])
    .where("aside.kind", "=", "set_aside")
    .where(({ eb, or }) => or([eb("aside.version", "is", null), eb("aside.version", "!=", version)]))
    .executeTakeFirst();
  const { least = null, greatest = null } = row ?? {};
  if (least === null || greatest === null) return null;
  await view.updateTable("damaged_frames").set({ version }).where("kind", "=", "set_aside").execute();
  return { from: least, to: greatest + 1 };
}
