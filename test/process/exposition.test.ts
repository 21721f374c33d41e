import { describe, expect, test } from "bun:test";
import { acceptedFormat } from "../../src/http/self/accepted-format.ts";
import { type Family, writeExposition } from "../../src/http/self/exposition.ts";
import { createHistogram } from "../../src/vocabulary/histogram.ts";
import { hasParser, parseExposition } from "../http/prometheus-parser.ts";

const latency = createHistogram([0.5, 1, 2.5]);
for (const seconds of [0.1, 0.5, 0.7, 9]) latency.observe(seconds);

const HOSTILE = 'a "quoted" \\ backslash\nand a new line';
const FAMILIES: Family[] = [
  { kind: "counter", name: "things_done", help: HOSTILE, samples: [{ labels: { by: HOSTILE }, value: 3 }] },
  { kind: "gauge", name: "things_left", help: "How many.", samples: [{ labels: {}, value: 1e21 }] },
  { kind: "counter", name: "things_lost", help: "None yet.", samples: [] },
  { kind: "histogram", name: "thing_seconds", help: "How long.", counts: latency.snapshot() },
];

describe("measurements as text", () => {
  test("name a counter by its samples", () => {
    expect(writeExposition(FAMILIES, "text")).toContain(
      "# TYPE things_done_total counter\nthings_done_total{",
    );
  });

  test("count in each bucket what is in the smaller ones too", () => {
    expect(writeExposition(FAMILIES, "text")).toContain(
      [
        'thing_seconds_bucket{le="0.5"} 2',
        'thing_seconds_bucket{le="1.0"} 3',
        'thing_seconds_bucket{le="2.5"} 3',
        'thing_seconds_bucket{le="+Inf"} 4',
        "thing_seconds_count 4",
        "thing_seconds_sum 10.3",
      ].join("\n"),
    );
  });
});

describe("measurements as OpenMetrics", () => {
  test("name a counter without its suffix, and say where they end", () => {
    const text = writeExposition(FAMILIES, "openmetrics");
    expect(text).toContain("# TYPE things_done counter\nthings_done_total{");
    expect(text).toEndWith("# EOF\n");
  });
});

describe.if(hasParser).each(["text", "openmetrics"] as const)("Prometheus' own parser of %s", (format) => {
  const parsed = () => parseExposition(writeExposition(FAMILIES, format), format);

  test("understands every family", () => {
    const types = [...parsed().values()].map(({ name, type }) => [name, type]);
    expect(types).toEqual([
      ["things_done", "counter"],
      ["things_left", "gauge"],
      ["things_lost", "counter"],
      ["thing_seconds", "histogram"],
    ]);
  });

  test("gives labels and values back as they were", () => {
    expect(parsed().get("things_done")?.samples).toEqual([
      { name: "things_done_total", labels: { by: HOSTILE }, value: 3 },
    ]);
    expect(parsed().get("things_left")?.samples[0]?.value).toBe(1e21);
  });
});

describe("the format that is accepted", () => {
  // the last is what Prometheus 3 sends
  test.each([
    [null, "text"],
    ["*/*", "text"],
    ["text/plain", "text"],
    ["application/openmetrics-text", "openmetrics"],
    ["Application/OpenMetrics-Text; Version=1.0.0; charset=utf-8", "openmetrics"],
    ["application/openmetrics-text; version=2.0.0", "text"],
    ["application/openmetrics-text;q=0", "text"],
    ["application/openmetrics-text;q=nonsense", "text"],
    ["application/openmetrics-text;q=0.3, text/plain;q=0.9", "text"],
    [
      "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
      "openmetrics",
    ],
  ] as const)("of %p is %s", (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format);
  });
});
