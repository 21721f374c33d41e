/**
 * Writes measurements as Prometheus text and as OpenMetrics.
 *
 * Most figures are copies from other threads and from the database, taken when somebody asks; client
 * libraries count in place and keep one format each, so these two small formats are written here and checked
 * by the reference parser.
 *
 * @see Prometheus, "Exposition formats", text 0.0.4; OpenMetrics 1.0.0, read 2026-11.
 */
import type { HistogramCounts } from "../../vocabulary/histogram.ts";

/** One value of a family. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** One measurement with all its values. The name has no suffix: `_total` and the like come with the format. */
export type Family = { name: string; help: string } & (
  { kind: "counter" | "gauge"; samples: readonly Sample[] } | { kind: "histogram"; counts: HistogramCounts }
);

export type ExpositionFormat = "text" | "openmetrics";

/** The media type of each format. */
export const CONTENT_TYPES: Readonly<Record<ExpositionFormat, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/**
 * Returns the whole document.
 *
 * @param families - Families of different names.
 */
export function writeExposition(families: readonly Family[], format: ExpositionFormat): string {
  const lines = families.flatMap((family) => [...headOf(family, format), ...samplesOf(family)]);
  if (format === "openmetrics") lines.push("# EOF");
  return `${lines.join("\n")}\n`;
}

function headOf(family: Family, format: ExpositionFormat): string[] {
  // the older format knows a counter by the name of its samples
  const name = family.kind === "counter" && format === "text" ? `${family.name}_total` : family.name;
  const help = format === "text" ? escapeLine(family.help) : escapeQuoted(family.help);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${family.kind}`];
}

function samplesOf(family: Family): string[] {
  const { name } = family;
  switch (family.kind) {
    case "counter":
      return family.samples.map(({ labels, value }) => line(`${name}_total`, labels, value));
    case "gauge":
      return family.samples.map(({ labels, value }) => line(name, labels, value));
    case "histogram": {
      const { buckets, count, sum } = family.counts;
      return [
        ...buckets.map((bucket) => line(`${name}_bucket`, { le: formatBound(bucket.upTo) }, bucket.count)),
        line(`${name}_bucket`, { le: "+Inf" }, count),
        line(`${name}_count`, {}, count),
        line(`${name}_sum`, {}, sum),
      ];
    }
  }
}

function line(name: string, labels: Sample["labels"], value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeQuoted(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

/** OpenMetrics writes a whole bound with a fraction. */
function formatBound(bound: number): string {
  return Number.isInteger(bound) ? bound.toFixed(1) : String(bound);
}

function escapeLine(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeQuoted(text: string): string {
  return escapeLine(text).replaceAll('"', '\\"');
}
