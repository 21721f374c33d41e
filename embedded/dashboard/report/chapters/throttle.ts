/** The chapter "throttle": time lost to limits, overload and slow models. */
import type { Throttle } from "../../../../src/insights/reports/chapters/throttle.ts";
import { sessionAddress } from "../../address/session-address.ts";
import {
  DETECTOR_NAMES,
  EPISODE_NAMES,
  minutesOf,
  sayBudgetStops,
  saySignals,
  sayThrottle,
} from "../../pages/throttle/throttle-data.ts";
import { sayEvidence, saySeenBy } from "../../pages/throttle/throttle-data.ts";
import { formatCount, formatThings, quantityOfDuration } from "../../words/numbers.ts";
import { DAY_MS, formatMoment } from "../../words/times.ts";
import type { Block, Chapter, Reported, Words } from "../document.ts";
import { pageOf } from "../evidence.ts";
import { clockName } from "../../words/clock.ts";

type Report = Reported<{ throttle: Throttle }>;

type Detector = keyof typeof DETECTOR_NAMES;

const NO_BREAK = "\u00a0";
const HOUR_MS = 3_600_000;
const DETECTORS = Object.keys(DETECTOR_NAMES) as Detector[];

export function describeThrottle(report: Report): Chapter {
  const { throttle } = report.chapters;
  const blocks: Block[] =
    throttle.missing !== null
      ? []
      : throttle.summary.episodes === 0
        ? [...budgetStops(throttle), signals(throttle)]
        : [
            detectors(report),
            ...models(throttle),
            episodes(report),
            ...budgetStops(throttle),
            signals(throttle),
          ];
  const days = Math.round((Date.parse(report.to) - Date.parse(report.from)) / DAY_MS);
  const who = report.developer?.name ?? "everybody";
  return {
    id: "throttle",
    title: "Waiting time",
    answer: throttle.missing ?? sayThrottle(throttle, who, days),
    blocks,
  };
}

function detectors(report: Report): Block {
  const { byDetector } = report.chapters.throttle.summary;
  return {
    kind: "stats",
    stats: DETECTORS.map((detector) => {
      const { hoursLost, episodes: count } = byDetector[detector];
      const { number, unit } = quantityOfDuration((hoursLost ?? 0) * HOUR_MS);
      return {
        name: DETECTOR_NAMES[detector],
        number: count === 0 ? "0" : number,
        unit: count === 0 ? "h" : unit,
        note: formatThings(count, "episode"),
        page: pageOf(`/throttle?detector=${detector}`, report),
      };
    }),
  };
}

function models({ models: all }: Throttle): Block[] {
  const slow = all.filter(({ hoursLost }) => hoursLost > 0);
  if (slow.length === 0) return [];
  return [
    {
      kind: "bars",
      title: "Time lost by model",
      unit: "minutes",
      names: "models",
      bars: slow.map(({ model, hoursLost }) => ({
        name: model ?? "Model not named",
        amount: hoursLost,
        text: minutesOf(hoursLost * HOUR_MS),
      })),
      most: null,
      note: null,
    },
  ];
}

function episodes(report: Report): Block {
  const { events, eventsLeftOut } = report.chapters.throttle;
  return {
    kind: "table",
    title: "What cost most",
    columns: [
      { title: "When", unit: clockName(events[0]?.startedAt ?? 0) },
      { title: "What" },
      { title: "Lost", unit: "min", align: "right" },
      { title: "Cause", hidesBelow: 720 },
      { title: "Seen by", hidesBelow: 720 },
    ],
    rows: events.map((event): Words[] => {
      const [session] = event.sessions;
      const when = formatMoment(event.startedAt).replaceAll(" ", NO_BREAK);
      return [
        session === undefined ? when : { text: when, page: sessionAddress(session) },
        `${capitalized(EPISODE_NAMES[event.detector])}: ${sayEvidence(event)}`,
        minutesOf(event.lostMs),
        CAUSES[event.scope],
        saySeenBy(event),
      ];
    }),
    note:
      eventsLeftOut === 0
        ? null
        : {
            text: `${formatCount(eventsLeftOut)} more on the page Waiting time`,
            page: pageOf("/throttle", report),
          },
  };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const CAUSES: Readonly<Record<Throttle["events"][number]["scope"], string>> = {
  provider: "the provider",
  organization: "the organization's limit",
  local: "one session only",
  unknown: "not known",
};

function budgetStops(throttle: Throttle): Block[] {
  const said = sayBudgetStops(throttle);
  return said === null ? [] : [{ kind: "paragraph", rank: "note", words: [said] }];
}

function signals(throttle: Throttle): Block {
  return { kind: "paragraph", rank: "note", words: [saySignals(throttle)] };
}
