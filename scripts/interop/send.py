"""Sends one log record, one span and one metric as JSON. The SDK's environment variables say where to."""

import os
from opentelemetry.exporter.otlp.json.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.json.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.json.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

ATTRIBUTES = {"interop.run": os.environ["INTEROP_RUN"]}

loggers = LoggerProvider()
loggers.add_log_record_processor(SimpleLogRecordProcessor(OTLPLogExporter()))
loggers.get_logger("interop").emit(body="a record", attributes=ATTRIBUTES)
loggers.shutdown()

tracers = TracerProvider()
tracers.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter()))
tracers.get_tracer("interop").start_span("a span", attributes=ATTRIBUTES).end()
tracers.shutdown()

meters = MeterProvider(metric_readers=[PeriodicExportingMetricReader(OTLPMetricExporter())])
meters.get_meter("interop").create_counter("a.counter").add(1, ATTRIBUTES)
meters.shutdown()
