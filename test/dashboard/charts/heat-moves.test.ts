import { describe, expect, test } from "bun:test";
import { placeAfter } from "../../../embedded/dashboard/charts/heat/heat-moves.ts";

const WEDNESDAY_TWO = { weekday: 2, hour: 14 };

describe("a key in the heat map", () => {
  test.each([
    ["ArrowLeft", { weekday: 2, hour: 13 }],
    ["ArrowRight", { weekday: 2, hour: 15 }],
    ["ArrowUp", { weekday: 1, hour: 14 }],
    ["ArrowDown", { weekday: 3, hour: 14 }],
    ["Home", { weekday: 2, hour: 0 }],
    ["End", { weekday: 2, hour: 23 }],
  ])("%s moves", (key, place) => {
    expect(placeAfter(key, WEDNESDAY_TWO)).toEqual(place);
  });

  test.each(["ArrowLeft", "ArrowUp"])("%s stays at the first hour", (key) => {
    expect(placeAfter(key, { weekday: 0, hour: 0 })).toEqual({ weekday: 0, hour: 0 });
  });

  test.each(["ArrowRight", "ArrowDown"])("%s stays at the last hour", (key) => {
    expect(placeAfter(key, { weekday: 6, hour: 23 })).toEqual({ weekday: 6, hour: 23 });
  });

  test("any other key does not move", () => {
    expect(placeAfter("Tab", WEDNESDAY_TWO)).toBeNull();
  });
});
