// Sends one log record, one span and one metric with whatever major version of the SDK is next to it. Where it goes,
// and how, is in the SDK's own environment variables.
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { LoggerProvider } from "@opentelemetry/sdk-logs";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";

// the package of traces has had two names, and so has what it makes
const traces = await import("@opentelemetry/sdk-trace-base").catch(() => import("@opentelemetry/sdk-trace"));
const TracerProvider = traces.TracerProvider ?? traces.BasicTracerProvider;
const attributes = { "interop.run": process.env.INTEROP_RUN };

const logs = [];
const logProcessor = { ...ended(), onEmit: (record) => logs.push(record) };
const loggers = new LoggerProvider({ processors: [logProcessor] });
loggers.addLogRecordProcessor?.(logProcessor); // as the first major version has it
loggers.getLogger("interop").emit({ body: "a record", attributes });
await exported(new OTLPLogExporter(), logs.slice(0, 1));

const spans = [];
const spanProcessor = { ...ended(), onStart() {}, onEnd: (span) => spans.push(span) };
const tracers = new TracerProvider({ spanProcessors: [spanProcessor] });
tracers.getTracer("interop").startSpan("a span", { attributes }).end();
await exported(new OTLPTraceExporter(), spans);

const reader = new PeriodicExportingMetricReader({
  exporter: new OTLPMetricExporter(),
  exportIntervalMillis: 600_000,
});
const meters = new MeterProvider({ readers: [reader] });
meters.getMeter("interop").createCounter("a.counter").add(1, attributes);
await reader.forceFlush();
process.exit(0);

function ended() {
  return { forceFlush: async () => {}, shutdown: async () => {} };
}

function exported(exporter, items) {
  return new Promise((resolve, reject) => {
    exporter.export(items, ({ code, error }) =>
      code === 0 ? resolve() : reject(error ?? new Error("not exported")),
    );
  });
}
