/**
 * Tables: text left, numbers right, the unit in the head, sums at the foot, columns that leave when there is no
 * room, rows that unfold.
 */
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { ColumnSort } from "../address/sorting.ts";
import { DownloadCsv } from "./saving/download-csv.tsx";
import { Heading } from "./glossary/term.tsx";
import { Icon } from "./icon.tsx";

export interface Column<Row> {
  title: string;
  /** Written behind the title, quieter: "USD". */
  unit?: string;
  /** Numbers are at the right. */
  align?: "left" | "right";
  /** The column is hidden in a window narrower than this, in pixels; without it the column is always there. */
  hidesBelow?: 1280 | 720;
  /** Takes the remaining room, and is cut with "…". */
  grows?: boolean;
  /** The head sorts the list by this column. */
  sort?: ColumnSort;
  cell(row: Row): ReactNode;
  /** What is at the foot of the column; a table has a foot when one of its columns has. */
  foot?: ReactNode;
}

export interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The row that is shown next to the table. */
  isChosen?(row: Row): boolean;
  /** What is above a row, over all columns; null where nothing is. */
  above?(row: Row): ReactNode;
  /** What unfolds under a row. */
  details?: RowDetails<Row>;
}

/** What a row unfolds to. */
export interface RowDetails<Row> {
  /** What the row is called, for screen readers. */
  nameOf(row: Row): string;
  isOpen(row: Row): boolean;
  toggle(row: Row): void;
  cell(row: Row): ReactNode;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, above, details } = props;
  const span = columns.length + (details === undefined ? 0 : 1);
  const heads = columns.map(({ title, unit }) => (unit === undefined ? title : `${title} ${unit}`));
  return (
    <Scrolling after={(box) => rows.length > 0 && <DownloadCsv label={label} heads={heads} box={box} />}>
      <table className={props.isChosen === undefined ? "table" : "table choosable"} aria-label={label}>
        <thead>
          <tr>
            {details !== undefined && (
              <th scope="col">
                <span className="visually-hidden">Unfold</span>
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <Above span={span}>{above?.(row)}</Above>
              <RowLine row={row} {...props} />
              {details?.isOpen(row) === true && (
                <tr className="detail">
                  <td colSpan={span}>{details.cell(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <Foot columns={columns} />
      </table>
    </Scrolling>
  );
}

function ColumnHead<Row>({ column }: { column: Column<Row> }) {
  const { title, unit, sort } = column;
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={sort === undefined ? undefined : SORTED[sort.order ?? "no"]}
    >
      {sort === undefined ? (
        <Heading>{title}</Heading>
      ) : (
        <button type="button" className="sort" onClick={sort.toggle}>
          {title}
          <span className="sort-arrow" aria-hidden="true">
            {sort.order === "desc" ? "↓" : "↑"}
          </span>
        </button>
      )}
      {unit !== undefined && <span className="unit"> {unit}</span>}
    </th>
  );
}

const SORTED = { asc: "ascending", desc: "descending", no: "none" } as const;

interface ScrollingProps {
  children: ReactNode;
  /** What is below the box. */
  after(box: RefObject<HTMLElement | null>): ReactNode;
}

/** A table that is wider than its place scrolls, and says so. */
function Scrolling({ children, after }: ScrollingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, note] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => note(element.scrollWidth > element.clientWidth + 1);
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, []);
  return (
    <>
      {isWide && <p className="scroll-note">Scroll sideways for more columns →</p>}
      <div ref={box} className="scroll">
        {children}
      </div>
      {after(box)}
    </>
  );
}

function RowLine<Row>({ row, columns, isChosen, details }: TableProps<Row> & { row: Row }) {
  const isOpen = details?.isOpen(row) === true;
  return (
    <tr className={isOpen || isChosen?.(row) === true ? "chosen" : undefined}>
      {details !== undefined && (
        <td className="unfold-cell">
          <button
            type="button"
            className="unfold"
            aria-expanded={isOpen}
            aria-label={details.nameOf(row)}
            onClick={() => details.toggle(row)}
          >
            <Icon name="right" />
          </button>
        </td>
      )}
      {columns.map((column) => (
        <td key={column.title} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function Above({ span, children }: { span: number; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <tr className="above">
      <td colSpan={span}>{children}</td>
    </tr>
  );
}

function Foot<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  if (columns.every(({ foot }) => foot === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={column.title} className={classOf(column)}>
            {column.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function classOf<Row>({ align, hidesBelow, grows }: Column<Row>): string {
  const names = [
    align === "right" ? "end" : "",
    hidesBelow === 1280 ? "p3" : "",
    hidesBelow === 720 ? "p2" : "",
    grows === true ? "grow" : "",
  ];
  return names.filter((name) => name !== "").join(" ");
}
