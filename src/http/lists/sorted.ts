/** The parameters of lists that are searched and sorted. */
import { z } from "zod";

const LONGEST_SEARCH = 200;

/** `q`: a part of a name. */
export const SEARCH_PARAMETER = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_SEARCH)
  .optional()
  .describe("Only rows with this text in a name, e-mail or id, whatever its case.");

/** `order` of a sorted list. */
export const ORDER_PARAMETER = z
  .enum(["asc", "desc"])
  .optional()
  .describe("Names begin with A, times with the newest when it is left out.");
