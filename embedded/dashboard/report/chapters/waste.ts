/** The chapter "waste": what of the spend brought nothing. */
import type { Waste } from "../../../../src/insights/reports/chapters/waste.ts";
import { formatShare, formatThings, formatUsd } from "../../words/numbers.ts";
import type { Block, Chapter, Listed, Reported } from "../document.ts";
import { exampleRow } from "../evidence.ts";

type Report = Reported<{ waste: Waste }>;

type Kind = Waste["kinds"][number]["kind"];

const KINDS: Readonly<Record<Kind, { name: string; explains: string }>> = {
  retry_storm: {
    name: "Retry storms",
    explains: "The same call failed three times in a row or more, with nothing changed in between.",
  },
  repeated_read: {
    name: "Repeated reads",
    explains: "A file was read again although nothing had changed it.",
  },
  context_bloat: {
    name: "Context bloat",
    explains: "A new task began with the context of another one, and every call paid for it.",
  },
};

export function describeWaste({ chapters }: Report): Chapter {
  const { waste } = chapters;
  const found = waste.kinds.filter(({ count }) => count > 0);
  return {
    id: "waste",
    title: "Waste",
    answer: waste.missing ?? sayWaste(waste),
    blocks:
      waste.missing !== null || found.length === 0 ? [] : [amounts(waste), ...found.flatMap(examples), NOTE],
  };
}

const NOTE: Block = {
  kind: "paragraph",
  rank: "note",
  words: ["Calls without a price count as free, so the true cost is at least this."],
};

function sayWaste({ costUsd, spendUsd, kinds }: Waste): string {
  if (kinds.every(({ count }) => count === 0)) return "No cost without a result was found.";
  const share = spendUsd === 0 ? "" : `, ${formatShare(costUsd / spendUsd)} of what was spent`;
  return `${formatUsd(costUsd)} brought nothing${share}.`;
}

function amounts({ kinds }: Waste): Block {
  return {
    kind: "bars",
    title: "Cost by kind",
    unit: "USD",
    bars: kinds.map(({ kind, count, costUsd }) => ({
      name: KINDS[kind].name,
      amount: costUsd,
      text: count === 0 ? "none found" : `${formatUsd(costUsd)}, ${formatThings(count, "time")}`,
    })),
    most: null,
    note: null,
  };
}

function examples({ kind, subSessions, examples: works }: Waste["kinds"][number]): Listed[] {
  if (works.length === 0) return [];
  return [
    {
      kind: "table",
      title: `${KINDS[kind].name}, in ${formatThings(subSessions, "task")}`,
      columns: [{ title: "Work in which it cost most" }, { title: "Cost", align: "right" }],
      rows: works.map(exampleRow),
      note: KINDS[kind].explains,
    },
  ];
}
