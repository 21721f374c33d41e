/** The API, typed by the server's own routes: a page that asks for what is not there does not compile. */
import { treaty } from "@elysiajs/eden";
import { requestWithLabels } from "../address/labels.ts";
import type { createApi } from "../../../src/http/api.ts";

/** Dates stay the text they were sent as: formats are the pages' own. Answers are filtered by the page's labels. */
export const api = treaty<ReturnType<typeof createApi>>(location.origin, {
  parseDate: false,
  fetcher: Object.assign(
    (address: URL | RequestInfo, init?: RequestInit) =>
      fetch(typeof address === "string" ? requestWithLabels(address, init?.method ?? "GET") : address, init),
    { preconnect: () => undefined },
  ),
});
