/** Labels at the ends of lines do not cover each other. */
import { expect, test } from "bun:test";
import { placeLabels } from "../../../embedded/dashboard/charts/label-places.ts";

const ROOM = [0, 200] as const;

test("labels with room stay where they are", () => {
  expect(placeLabels([100, 20, 60], 15, ROOM)).toEqual([100, 20, 60]);
});

test("labels that would touch move down, in the order of their lines", () => {
  expect(placeLabels([100, 95, 101], 15, ROOM)).toEqual([110, 95, 125]);
});

test("at the lower edge they move up instead", () => {
  expect(placeLabels([198, 199], 15, ROOM)).toEqual([185, 200]);
});
