/** The API, typed by the server's own routes: a page that asks for what is not there does not compile. */
import { treaty } from "@elysiajs/eden";
import type { createApi } from "../../../src/http/api.ts";

/** Dates stay the text they were sent as: formats are the pages' own. */
export const api = treaty<ReturnType<typeof createApi>>(location.origin, { parseDate: false });
