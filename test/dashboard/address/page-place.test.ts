import { describe, expect, test } from "bun:test";
import { readPlace, writePlace } from "../../../embedded/dashboard/address/page-place.ts";

const PLACE = { before: 50, to: 1_794_960_000_000, cursor: "8BTKx-o_0B" };

describe("the place of a page in the address", () => {
  test("is read as it was written", () => {
    expect(readPlace(writePlace(PLACE, "30.ada~x."), "30.ada~x.")).toEqual(PLACE);
  });

  test("is none in another list, so that a list with other filters begins anew", () => {
    expect(readPlace(writePlace(PLACE, "30.ada"), "7.ada")).toBeNull();
  });

  test.each([null, "", "50", "x~y~z~list", "50~1~~list"])("is the first page for %p", (parameter) => {
    expect(readPlace(parameter, "list")).toBeNull();
  });
});
