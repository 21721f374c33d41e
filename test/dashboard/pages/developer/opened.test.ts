import { expect, test } from "bun:test";
import { readOpened, writeOpened } from "../../../../embedded/dashboard/pages/developer/work/opened.ts";

test.each([
  { subSessionId: "abc", turn: null },
  { subSessionId: "abc", turn: 0 },
  { subSessionId: "a~b~1", turn: 19 },
])("what is unfolded comes back from the address: %p", (opened) => {
  expect(readOpened(writeOpened(opened))).toEqual(opened);
});

test.each([null, "", "abc"])("nothing is unfolded by %p", (parameter) => {
  expect(readOpened(parameter)).toBeNull();
});
