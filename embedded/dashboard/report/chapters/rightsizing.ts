/** The chapter "rightsizing": which other models the work speaks for. */
import type { RightsizingChapter } from "../../../../src/insights/reports/chapters/rightsizing.ts";
import {
  moneyOf,
  sayEvidence,
  sayRest,
  sayRightsizing,
  sayWork,
  sidesOf,
} from "../../pages/rightsizing/rightsizing-data.ts";
import { formatThings, formatUsd } from "../../words/numbers.ts";
import { DAY_MS } from "../../words/times.ts";
import type { Block, Chapter, Reported, Words } from "../document.ts";
import { pageOf } from "../evidence.ts";

type Report = Reported<{ rightsizing: RightsizingChapter }>;

export function describeRightsizing(report: Report): Chapter {
  const { rightsizing } = report.chapters;
  const days = Math.round((Date.parse(report.to) - Date.parse(report.from)) / DAY_MS);
  const { missing } = rightsizing;
  return {
    id: "rightsizing",
    title: "Model choice",
    answer: missing ?? sayRightsizing(rightsizing, days),
    blocks:
      missing === null
        ? [
            ...recommendations(report),
            ...models(report),
            { kind: "paragraph", rank: "note", words: [sayRest(rightsizing)] },
          ]
        : [],
  };
}

function recommendations(report: Report): Block[] {
  const { recommendations: all, recommendationsLeftOut } = report.chapters.rightsizing;
  if (all.length === 0) return [];
  return [
    {
      kind: "table",
      title: "Changes to try",
      columns: [
        { title: "For which work" },
        { title: "From" },
        { title: "To" },
        { title: "A month", align: "right" },
        { title: "What is known", hidesBelow: 720 },
      ],
      rows: all.map((recommendation): Words[] => {
        const { from, to } = sidesOf(recommendation);
        const { name, usd } = moneyOf(recommendation);
        return [
          sayWork(recommendation),
          from,
          to,
          `${name.toLowerCase().replace(" a month", "")} ${usd}`,
          sayEvidence(recommendation),
        ];
      }),
      note: {
        text:
          recommendationsLeftOut === 0
            ? "The work behind each change"
            : `${formatThings(recommendationsLeftOut, "more change")} on the page Model choice`,
        page: pageOf("/rightsizing", report),
      },
    },
  ];
}

function models({ chapters }: Report): Block[] {
  const { models: all, unpricedModels } = chapters.rightsizing;
  const paid = all.filter(({ costUsd }) => costUsd > 0);
  if (paid.length === 0) return [];
  const calls = unpricedModels.reduce((sum, model) => sum + model.calls, 0);
  return [
    {
      kind: "bars",
      title: "What each model cost",
      unit: "USD",
      names: "models",
      bars: paid.map(({ model, costUsd }) => ({
        name: model ?? "Model not named",
        amount: costUsd,
        text: formatUsd(costUsd),
      })),
      most: null,
      note: calls === 0 ? null : `Without ${formatThings(calls, "call")} of models whose price is not known.`,
    },
  ];
}
