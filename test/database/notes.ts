/** A table for the tests of what every table shares. */
import { count, text } from "../../src/database/columns.ts";
import { declareTable } from "../../src/database/table-shape.ts";

export const NOTES = declareTable("notes", { id: count(), text: text() }, { key: ["id"] });
