/** All figures on fairness: what each way of working is worth, and how steady scores are. */
import {
  baselinesOf,
  type Group,
  GROUPS,
  type Points,
  SEEDS,
  type World,
  WORLDS,
  worthIn,
} from "./fairness.ts";
import {
  improvements,
  meanAfterBaseline,
  type ScoredWeek,
  shareCovered,
  shareShown,
  shareWithinFive,
  steadyWeeks,
  TEAMS,
  worthOf,
} from "./steadiness.ts";

/** How much is simulated. */
export interface Scale {
  seeds: readonly string[];
  /** Developers who live each way, for each seed. */
  developers: number;
}

export const FULL: Scale = { seeds: SEEDS, developers: 30 };

/** What one way is worth: for each kind of organization, one value for each seed. */
export interface WayWorth {
  group: Group;
  way: string;
  worlds: Record<World, Points[]>;
}

/** What is steady, for each seed: in points, and in percent of weeks. */
export interface Steadiness {
  /** By the kind of organization. */
  meanSse: Record<string, number[]>;
  withinFive: { few: Points[]; many: Points[] };
  covered: { few: Points[]; many: Points[] };
}

/** What a sudden improvement comes to, for each seed: in percent of developers, and in points. */
export interface Improvement {
  shown: Points[];
  worth: Points[];
}

export interface Figures {
  scale: Scale;
  ways: WayWorth[];
  steadiness: Steadiness;
  improvement: Improvement;
  improvementInRougher: Improvement;
}

/** Measures everything. @param say - Takes what is done, as it is done. */
export function measureFairness(scale: Scale, say: (done: string) => void = () => {}): Figures {
  return {
    scale,
    ways: measureWays(scale, say),
    steadiness: measureSteadiness(scale, say),
    improvement: measureImprovement(scale, "usual"),
    improvementInRougher: measureImprovement(scale, "rougher"),
  };
}

/** Measures what ways are worth. @param worlds - Those that are measured. */
export function measureWays(
  { seeds, developers }: Scale,
  say: (done: string) => void = () => {},
  worlds: readonly World[] = Object.keys(WORLDS) as World[],
): WayWorth[] {
  const ways = Object.entries(GROUPS).flatMap(([group, itsWays]) =>
    Object.keys(itsWays).map((way): WayWorth => {
      const none = { usual: [], withheld: [], rougher: [] };
      return { group: group as Group, way, worlds: none };
    }),
  );
  for (const seed of seeds) {
    for (const world of worlds) {
      const worth = worthIn({ seed, world, developers });
      for (const one of ways) one.worlds[world].push(worth(wayOf(one)));
      say(`${seed}: ${ways.length} ways of working, ${world}`);
    }
  }
  return ways;
}

function wayOf({ group, way }: WayWorth) {
  const found = Object.entries(GROUPS[group]).find(([name]) => name === way)?.[1];
  if (found === undefined) throw new Error(`there is no way of working called ${way}`);
  return found;
}

/** Sub-sessions of a week are about five times these goals of a day. */
const FEW = 3.5;
const MANY = 8.9;

/** Measures how steady scores are. */
export function measureSteadiness(
  { seeds, developers }: Scale,
  say: (done: string) => void = () => {},
): Steadiness {
  const bySeed = seeds.map((seed) => {
    const baselines = baselinesOf(seed, "usual");
    const weeks = (perDay: number, share: number): ScoredWeek[] =>
      steadyWeeks(seed, baselines, { developers: Math.max(1, Math.round(share * developers)), perDay });
    const [few, many] = [weeks(FEW, 1 / 2), weeks(MANY, 1 / 4)];
    const people = Math.max(4, Math.round(0.4 * developers));
    const teams = Object.entries(TEAMS).map(([name, manner]) =>
      meanAfterBaseline(`${seed} ${name}`, manner, people),
    );
    say(`${seed}: steadiness`);
    return { few, many, teams };
  });
  return {
    meanSse: Object.fromEntries(
      Object.keys(TEAMS).map((name, index) => [name, bySeed.map(({ teams }) => teams[index] ?? NaN)]),
    ),
    withinFive: {
      few: bySeed.map(({ few }) => shareWithinFive(few)),
      many: bySeed.map(({ many }) => shareWithinFive(many)),
    },
    covered: {
      few: bySeed.map(({ few }) => shareCovered(few)),
      many: bySeed.map(({ many }) => shareCovered(many)),
    },
  };
}

/** Measures how often an improvement shows, and what it is worth. */
export function measureImprovement({ seeds, developers }: Scale, world: World): Improvement {
  const bySeed = seeds.map((seed) =>
    improvements(seed, { baselines: baselinesOf(seed, world), world }, developers),
  );
  return { shown: bySeed.map(shareShown), worth: bySeed.map(worthOf) };
}
