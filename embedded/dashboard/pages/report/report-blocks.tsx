/** What chapters are made of, drawn with the dashboard's parts. */
import type { ReactNode } from "react";
import { rowsOfTrend } from "../../parts/saving/chart-rows.ts";
import { type OnScale, rangesOver, SharedRange } from "../../charts/ranges/shared-range.ts";
import { rangeOver, sayRange } from "../../charts/trend-axis.ts";
import { Trend as TrendChart } from "../../charts/trend.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { CsvButton } from "../../parts/saving/csv-button.tsx";
import { ScoreCard } from "../../parts/score/score-card.tsx";
import { Stat, Stats } from "../../parts/stat.tsx";
import { Table } from "../../parts/table.tsx";
import type { Advice, Listed, ScoreFigure, StatFigure, Trend, Words } from "../../report/document.ts";
import { NO_VALUE } from "../../words/numbers.ts";
import { SideBars } from "../rightsizing/side-bars.tsx";
import type { CellBlock, Group } from "./report-groups.ts";

export function BlockGroup({ group }: { group: Group }) {
  switch (group.kind) {
    case "trends":
      return <Trends trends={group.trends} />;
    case "figures":
      return group.block.kind === "scores" ? (
        <SharedRange value={rangesOver(group.block.scores.map(onScale), [])}>
          <Row>
            {group.block.scores.map((score) => (
              <Score key={score.name} score={score} />
            ))}
          </Row>
        </SharedRange>
      ) : (
        <Figures stats={group.block.stats} />
      );
    case "cell":
      return (
        <Row>
          <Cell span={12}>
            {group.blocks.map((block, index) => (
              <div key={`${block.kind}-${index + 1}`} className="report-block">
                <Read block={block} />
              </div>
            ))}
          </Cell>
        </Row>
      );
  }
}

function onScale({ value, range: interval, before }: ScoreFigure): OnScale {
  return { value, interval, before };
}

function Score({ score }: { score: ScoreFigure }) {
  const { name, page, value, range, rangeName, tick, change, before, reason } = score;
  return (
    <ScoreCard
      name={name}
      address={page ?? "/"}
      value={value}
      interval={range}
      intervalName={rangeName}
      change={change}
      before={before}
      trend={null}
      tick={tick}
      missing={{ kind: "no_value", reason: reason ?? "" }}
    />
  );
}

/** Four are side by side. */
const IN_A_ROW = 4;

function Figures({ stats }: { stats: readonly StatFigure[] }) {
  const perRow = stats.length <= IN_A_ROW ? IN_A_ROW : Math.ceil(stats.length / 2);
  const rows = Array.from({ length: Math.ceil(stats.length / perRow) }, (_, index) =>
    stats.slice(index * perRow, (index + 1) * perRow),
  );
  return (
    <div className="stats-rows">
      {rows.map((row) => (
        <Stats key={row[0]?.name}>
          {row.map(({ name, number, unit, note, page }) => (
            <Stat
              key={name}
              name={name}
              number={number === NO_VALUE ? null : number}
              note={note}
              {...(unit !== null && { unit })}
              {...(page !== null && { address: page })}
            />
          ))}
        </Stats>
      ))}
    </div>
  );
}

function Trends({ trends }: { trends: readonly Trend[] }) {
  const range = rangeOver(trends.map(({ points }) => points));
  const span = trends.length === 3 ? 4 : trends.length === 2 ? 6 : 12;
  return (
    <Row>
      {trends.map(({ name, bucket, points, last, bandName }) => (
        <Cell key={name} span={span} title={`${name} by ${bucket}`}>
          <figure>
            <TrendChart name={name} bucket={bucket} points={points} last={last} range={range} />
            <figcaption>
              Band: {bandName}. {sayRange(range)}
            </figcaption>
          </figure>
          <CsvButton label={name} rows={() => rowsOfTrend(points, { name, bucket })} />
        </Cell>
      ))}
    </Row>
  );
}

function Read({ block }: { block: CellBlock }) {
  switch (block.kind) {
    case "paragraph":
      return <p className={block.rank === "note" ? "note" : undefined}>{block.words.map(read)}</p>;
    case "points":
      return (
        <ul className="report-points">
          {block.points.map((words, index) => (
            <li key={`point-${index + 1}`}>{words.map(read)}</li>
          ))}
        </ul>
      );
    case "written":
      return (
        <div className="report-written">
          {block.lines.map((line, index) => (
            <p key={`line-${index + 1}`}>{line}</p>
          ))}
          <p className="note">Written by the judge model {block.by} from the numbers of this report.</p>
        </div>
      );
    case "table":
      return <ReadTable listed={block} />;
    case "bars": {
      const most = block.most ?? Math.max(0, ...block.bars.map(({ amount }) => amount));
      const sides = block.bars.map(({ name, amount, text }) => ({
        name,
        share: most === 0 ? 0 : amount / most,
        value: text,
      }));
      return (
        <>
          <SideBars
            title={`${block.title}, ${block.unit}`}
            sides={sides}
            {...(block.names === undefined && { names: "words" })}
          />
          <Note words={block.note} />
        </>
      );
    }
    case "advice":
      return <ReadAdvice advice={block} />;
  }
}

function read(words: Words): ReactNode {
  if (typeof words === "string") return words;
  return (
    <To key={words.page} href={words.page}>
      {words.text}
    </To>
  );
}

function Note({ words }: { words: Words | null }) {
  return words === null ? null : <p className="note">{read(words)}</p>;
}

interface ReadRow {
  key: string;
  cells: readonly Words[];
}

function ReadTable({ listed }: { listed: Listed }) {
  const { title, columns, rows, note } = listed;
  return (
    <>
      <h3 className="sub-head">{title}</h3>
      <Table
        label={title}
        rows={rows.map((cells, index) => ({ key: String(index), cells }))}
        keyOf={({ key }) => key}
        columns={columns.map((column, index) => ({
          ...column,
          cell: ({ cells }: ReadRow) => read(cells[index] ?? ""),
        }))}
      />
      <Note words={note} />
    </>
  );
}

function ReadAdvice({ advice }: { advice: Advice }) {
  const { title, about, text, quotes, expectation } = advice;
  return (
    <article className="coach">
      <h3>{title}</h3>
      <p className="note">{about}</p>
      <p>{text}</p>
      {quotes.map((quote, index) => (
        <blockquote key={`quote-${index + 1}`} className="coach-quote">
          <p>“{quote.text}”</p>
          <footer>{read(quote.from)}</footer>
        </blockquote>
      ))}
      <p className="note">{expectation}</p>
    </article>
  );
}
