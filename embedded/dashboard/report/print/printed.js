/** What the server needs to write a report as a document. Its types are in `printed.d.ts`, so that the server's
 * sources are checked without those of the pages. */
import charts from "../../charts/charts.css" with { type: "text" };
import report from "../../pages/report/report.css" with { type: "text" };
import rightsizing from "../../pages/rightsizing/rightsizing.css" with { type: "text" };
import coach from "../../styles/coach.css" with { type: "text" };
import ground from "../../styles/ground.css" with { type: "text" };
import parts from "../../styles/parts.css" with { type: "text" };
import sheet from "../../styles/sheet.css" with { type: "text" };
import tables from "../../styles/tables.css" with { type: "text" };
import tokens from "../../styles/tokens.css" with { type: "text" };
import print from "./print.css" with { type: "text" };

export { renderReport } from "./print-report.tsx";

export const STYLE = [tokens, ground, sheet, parts, tables, coach, charts, rightsizing, report, print].join(
  "\n",
);
