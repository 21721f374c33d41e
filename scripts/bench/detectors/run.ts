/**
 * Measures how well the detectors of throttling see, on series whose truth is known.
 *
 * bun scripts/bench/detectors/run.ts [--series 100]
 */
import { isCorroborated, type Sighted } from "../../../src/insights/throttle/detectors/scope.ts";
import { medianOf } from "../../../src/turns/latency/percentiles.ts";
import { createRandom } from "../../../src/demo/work/random.ts";
import { readFlags, wholeNumber } from "../../flags.ts";
import { countRecurring } from "./recurring.ts";
import { CALLS_A_DAY, type SeriesPlan } from "./series.ts";
import { countSpikes, findIn, type Found, LEARNING_DAYS, shiftDelay } from "./slow-calls.ts";

const { series: SERIES } = readFlags({ series: wholeNumber(100) });
const DEVIATIONS = [0.15, 0.25, 0.35] as const;
const DAYS = LEARNING_DAYS + 4;
const FIRST = LEARNING_DAYS * CALLS_A_DAY;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];

for (const deviation of DEVIATIONS) {
  for (const season of [0, 0.3]) measureSpikes(deviation, season);
}
for (const deviation of DEVIATIONS) measureShift(deviation);
measureUsual();
measureScope();
measureRecurring();
for (const failure of failures) say(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

function plan(seed: string, deviation: number, more: Partial<SeriesPlan>): SeriesPlan {
  const none = { season: 0, spikes: [], shift: null };
  return { seed, developer: seed, days: DAYS, deviation, ...none, ...more };
}

/** A spike in the middle of each day, of six to twelve calls, three to eight times as long. */
function spikesOf(seed: string): SeriesPlan["spikes"] {
  const random = createRandom(`spikes ${seed}`);
  return Array.from({ length: DAYS - LEARNING_DAYS }, (_, day) => ({
    at: FIRST + day * CALLS_A_DAY + random.whole(15, 35),
    calls: random.whole(6, 12),
    times: 3 + random.whole(0, 5),
  }));
}

function measureSpikes(deviation: number, season: number): void {
  const seeds = Array.from({ length: SERIES }, (_, index) => `${deviation} ${season} ${index}`);
  const figures = countSpikes(seeds.map((seed) => plan(seed, deviation, { season, spikes: spikesOf(seed) })));
  const recall = figures.found / figures.spikes;
  const precision = figures.trueEpisodes / figures.episodes;
  const name = `spikes, deviation ${deviation}, season ${season}`;
  say(
    `${name.padEnd(40)} recall ${recall.toFixed(3)} (0.95)  precision ${precision.toFixed(3)} (0.95)  ` +
      `delay ${medianOf(figures.delays)} calls  usual calls flagged ${percent(figures.falseCalls / figures.usualCalls)}`,
  );
  if (recall < 0.95) failures.push(`${name}: recall`);
  if (precision < 0.95) failures.push(`${name}: precision`);
}

function measureShift(deviation: number): void {
  const delays = Array.from({ length: SERIES }, (_, index) =>
    shiftDelay(plan(`shift ${deviation} ${index}`, deviation, { shift: { at: FIRST + 20, times: 2 } })),
  );
  const found = delays.filter((delay) => delay !== null);
  const inTime = found.filter((delay) => delay <= 50).length / SERIES;
  const name = `shift of 2 times, deviation ${deviation}`;
  say(`${name.padEnd(40)} within 50 calls ${inTime.toFixed(3)} (0.95)  delay ${medianOf(found)} calls`);
  if (inTime < 0.95) failures.push(name);
}

function measureUsual(): void {
  const figures = countSpikes(
    Array.from({ length: SERIES * 4 }, (_, index) => plan(`usual ${index}`, 0.35, {})),
  );
  const share = figures.falseCalls / figures.usualCalls;
  say(
    `${"nothing wrong, deviation 0.35".padEnd(40)} usual calls flagged ${percent(share)} (0.1 %)  ` +
      `${figures.episodes} episodes in ${figures.usualCalls} calls`,
  );
  if (share > 0.001) failures.push("usual calls flagged");
}

/** An outage that two developers see at once, and spikes that only one sees. */
function measureScope(): void {
  let [shared, sharedAsProvider, alone, aloneAsProvider] = [0, 0, 0, 0];
  for (let index = 0; index < SERIES; index += 1) {
    const at = { at: FIRST + 20, calls: 10, times: 5 };
    const together = ["one", "other"].map((developer) =>
      findIn({ ...plan(`scope ${index}`, 0.25, { spikes: [at] }), developer }),
    );
    const apart = [
      findIn(plan(`single ${index}`, 0.25, { spikes: [{ ...at, at: FIRST + 2 * CALLS_A_DAY }] })),
      findIn(plan(`quiet ${index}`, 0.25, {})),
    ];
    const [seen, bySeveral] = providerEpisodes(together);
    const [seenAlone, notBySeveral] = providerEpisodes(apart);
    [shared, sharedAsProvider] = [shared + seen, sharedAsProvider + bySeveral];
    [alone, aloneAsProvider] = [alone + seenAlone, aloneAsProvider + notBySeveral];
  }
  say(
    `${"scope, two developers at once".padEnd(40)} called provider ${percent(sharedAsProvider / shared)}  ` +
      `spikes of one called provider ${percent(aloneAsProvider / alone)}`,
  );
}

function providerEpisodes(series: readonly Found[]): [episodes: number, provider: number] {
  const episodes = series.flatMap(({ slow }) =>
    slow.map(({ calls }) => calls.map(({ session, startedAt }) => ({ session, at: startedAt }))),
  );
  const everybody: Sighted[] = episodes.flat().toSorted((left, right) => left.at - right.at);
  return [episodes.length, episodes.filter((seen) => isCorroborated(seen, everybody)).length];
}

function measureRecurring(): void {
  const months = SERIES * 10;
  for (const usual of [0.05, 0.15]) {
    const { falseSlots } = countRecurring(months, { usual, bad: null });
    const { found } = countRecurring(months, { usual, bad: 0.95 });
    say(
      `${`recurring, ${usual} by chance`.padEnd(40)} bad slot found ${percent(found / months)}  ` +
        `false slots in a month ${(falseSlots / months).toFixed(3)} (0.05)`,
    );
    if (falseSlots / months > 0.05) failures.push(`recurring, ${usual} by chance`);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
