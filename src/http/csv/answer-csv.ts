/** Answers a list as one CSV file, page after page: a file has all rows, however many a page of JSON may have. */
import { csvHead, csvLines } from "./csv-text.ts";
import type { CsvList } from "./lists.ts";

/** A page of a list, as the route answered it. */
type Page = Readonly<Record<string, unknown>>;

/** What reads the pages after the first. */
export interface CsvParts {
  list: CsvList;
  first: Page;
  /**
   * Reads the page at a cursor.
   *
   * @throws An exception when it cannot be read; the file then ends where it is, and its transfer fails.
   */
  readPage(cursor: string): Promise<Page>;
  /** Of the file, without `.csv`. */
  name: string;
}

/** Whether a request wants CSV and would rather not have JSON. */
export function wantsCsv({ method, headers }: Request): boolean {
  if (method !== "GET") return false;
  const types = (headers.get("accept") ?? "")
    .split(",")
    .map((type) => type.split(";")[0]?.trim().toLowerCase());
  const csv = types.indexOf("text/csv");
  const json = types.indexOf("application/json");
  return csv !== -1 && (json === -1 || csv < json);
}

/** Makes the response; the pages after the first are read as they are sent. */
export function answerCsv(parts: CsvParts): Response {
  const headers = {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${parts.name}.csv"`,
  };
  return new Response(asStream(linesOf(parts)), { headers });
}

function asStream(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

async function* linesOf({ list, first, readPage }: CsvParts): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvHead(list.columns) + csvLines(rowsOf(first, list), list.columns));
  let page = first;
  while (typeof page["nextCursor"] === "string") {
    // Bun 1.4.5 ends a stream that fails in its first turn as if it were whole
    await Bun.sleep(0);
    page = await readPage(page["nextCursor"]);
    yield encoder.encode(csvLines(rowsOf(page, list), list.columns));
  }
}

function rowsOf(page: Page, { rows }: CsvList): readonly unknown[] {
  const found = page[rows];
  return Array.isArray(found) ? found : [];
}
