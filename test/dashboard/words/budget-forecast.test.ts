import { expect, test } from "bun:test";
import { forecastOf, sayForecast } from "../../../embedded/dashboard/words/budget-forecast.ts";

const NONE = { expectedUsd: null, lowUsd: null, highUsd: null };
const month = (expectedUsd: number, half: number) => ({
  expectedUsd,
  lowUsd: expectedUsd - half,
  highUsd: expectedUsd + half,
});

test.each([
  [{ spentUsd: 324.88, ...month(340, 5) }, "over by $24.88", null],
  [{ spentUsd: 20, ...NONE }, "too few days yet", null],
  [{ spentUsd: 240, ...month(320, 30) }, "$320.00, over it", "$290.00 to $350.00"],
  [{ spentUsd: 240, ...month(290, 30) }, "$290.00, may not hold", "$260.00 to $320.00"],
  [{ spentUsd: 150, ...month(200, 30) }, "$200.00, holds", "$170.00 to $230.00"],
])("the month of a budget of 300 USD, %j, is said with its interval", (known, said, range) => {
  const forecast = forecastOf({ limitUsd: 300, ...known });
  expect([sayForecast(forecast), "range" in forecast ? forecast.range : null]).toEqual([said, range]);
});
