/** The API, typed by the server's own routes: a page that asks for what is not there does not compile. */
import { treaty } from "@elysiajs/eden";
import { requestWithLabels } from "../address/labels.ts";
import { attendance } from "./attended.ts";
import type { createApi } from "../../../src/http/api.ts";

type Api = ReturnType<typeof createApi>;

/** Dates stay the text they were sent as: formats are the pages' own. */
const parseDate = false;

/** Answers are of everything, whatever the page's labels are. */
export const unfilteredApi = treaty<Api>(location.origin, { parseDate, headers: attendance });

/** Answers are filtered by the page's labels. */
export const api = treaty<Api>(location.origin, {
  parseDate,
  headers: attendance,
  fetcher: Object.assign(
    (address: URL | RequestInfo, init?: RequestInit) =>
      fetch(typeof address === "string" ? requestWithLabels(address, init?.method ?? "GET") : address, init),
    { preconnect: () => undefined },
  ),
});
