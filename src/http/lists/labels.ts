/** The parameter `label`, by which most queries can be filtered. */
import { z } from "zod";
import { LABEL_TEXT, MOST_LABELS } from "../../vocabulary/labels/label.ts";

export const LABEL_PARAMETER = z
  .union([LABEL_TEXT, z.array(LABEL_TEXT).max(MOST_LABELS)])
  .optional()
  .describe("Only sessions with this label, such as `team.id:platform`; repeatable: one value of each name.");
