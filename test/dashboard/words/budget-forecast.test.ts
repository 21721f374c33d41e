import { expect, test } from "bun:test";
import { forecastOf, sayForecast } from "../../../embedded/dashboard/words/budget-forecast.ts";

const NONE = { expectedUsd: null, lowUsd: null, highUsd: null };
const month = (expectedUsd: number, half: number) => ({
  expectedUsd,
  lowUsd: expectedUsd - half,
  highUsd: expectedUsd + half,
});

test.each([
  [{ spentUsd: 324.88, ...month(340, 5) }, "over by $24.88"],
  [{ spentUsd: 20, ...NONE }, "too few days yet"],
  [{ spentUsd: 240, ...month(320, 30) }, "$320.00 ($290.00 to $350.00), over it"],
  [{ spentUsd: 240, ...month(290, 30) }, "$290.00 ($260.00 to $320.00), may not hold"],
  [{ spentUsd: 150, ...month(200, 30) }, "$200.00 ($170.00 to $230.00), holds"],
])("the month of a budget of 300 USD, %j, is said with its interval", (known, said) => {
  expect(sayForecast(forecastOf({ limitUsd: 300, ...known }))).toBe(said);
});
