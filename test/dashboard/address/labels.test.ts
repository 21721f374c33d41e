/** Which pages labels filter, and what of the address they are. */
import { expect, test } from "bun:test";
import {
  addressWithLabels,
  isFiltered,
  isOfAllWork,
  labelsIn,
} from "../../../embedded/dashboard/address/labels.ts";
import { PAGE_ADDRESSES } from "../../../embedded/dashboard/addresses.ts";

const FILTERED = [
  "/",
  "/reports",
  "/team",
  "/usage",
  "/developers/:id",
  "/sessions",
  "/prompts",
  "/rightsizing",
  "/throttle",
  "/search",
];

test("labels filter lists and figures, and nothing about one thing or the server", () => {
  expect(PAGE_ADDRESSES.filter((address) => isFiltered(address))).toEqual(FILTERED as never);
});

test("pages about all work say that labels do not filter them", () => {
  const said = PAGE_ADDRESSES.filter((address) => isOfAllWork(address));
  expect(said).toEqual(["/check-in", "/governance", "/advisor"]);
  expect(said.some((address) => isFiltered(address))).toBe(false);
});

test("labels take the place of those in an address", () => {
  const address = addressWithLabels("/usage?days=7&label=team.id%3Aold", ["team.id:a", "team.id:b"]);
  expect(labelsIn(address.split("?")[1] ?? "")).toEqual(["team.id:a", "team.id:b"]);
  expect(address).toStartWith("/usage?days=7&");
  expect(addressWithLabels(address, [])).toBe("/usage?days=7");
});
