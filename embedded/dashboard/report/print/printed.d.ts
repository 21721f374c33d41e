/** The types of `printed.js`. */
import type { ReportDocument } from "../document.ts";

/** The styles of the page, with those for paper. */
export const STYLE: string;

/** See `print-report.tsx`. */
export function renderReport(document: ReportDocument, dashboard: string): string;
