import { expect, test } from "bun:test";
import { type PagePlace, readPages } from "../../../embedded/dashboard/api/read-pages.ts";

test("a list is read page by page until its end", async () => {
  const asked: PagePlace[] = [];
  const rows = await readPages(async (place) => {
    asked.push(place);
    return asked.length < 3
      ? { rows: [asked.length], nextCursor: `after ${asked.length}` }
      : { rows: [], nextCursor: null };
  });
  expect(rows).toEqual([1, 2]);
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "after 1", "after 2"]);
});
