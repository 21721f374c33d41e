/** The head of a page: where this is, as of when, and which window of time. */
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { useAddressWith, useRange, withRange } from "../address/range.ts";
import { Heading } from "../parts/glossary/term.tsx";
import { LabelPicker, LabelsLeftOut } from "./labels/label-picker.tsx";
import { RangePicker } from "./range-picker.tsx";
import { clockName } from "../words/clock.ts";
import { formatSeconds } from "../words/times.ts";
import { noteRecentPage } from "./recent-pages.ts";

export interface HeadProps {
  title: string;
  /** The page above this one. */
  crumb?: { name: string; address: string };
  /** When the answers were read that the page shows, in milliseconds; 0 or absent: not yet. */
  asOf?: number;
  /** Left of the window. */
  tools?: ReactNode;
  /** Whether the page shows a window of time. */
  hasRange: boolean;
}

export function Head({ title, crumb, asOf = 0, tools, hasRange }: HeadProps) {
  const range = useRange();
  const address = useAddressWith()({});
  useEffect(() => {
    document.title = `${title} · scoring`;
    noteRecentPage({ address, title });
  }, [title, address]);
  return (
    <header className="head">
      <h1>
        {crumb !== undefined && (
          <>
            <Link className="crumb" href={withRange(crumb.address, range)}>
              {crumb.name}
            </Link>
            <span className="separator" aria-hidden="true">
              /
            </span>
          </>
        )}
        <span className="head-title" title={title}>
          <Heading>{title}</Heading>
        </span>
      </h1>
      <div className="tools">
        {asOf > 0 && (
          <span className="asof">
            as of {formatSeconds(asOf)} {clockName(asOf)}
          </span>
        )}
        {tools}
        <LabelPicker />
        <LabelsLeftOut />
        {hasRange && <RangePicker />}
      </div>
    </header>
  );
}
