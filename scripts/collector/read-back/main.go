// Reads OTLP JSON Lines with the Collector's own parser, the one that its file receiver uses. Standard input holds the
// lines, the first argument says of which signal. Prints the value of interop.run of each record, one a line.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

const longestLine = 64 << 20

func main() {
	read := map[string]func([]byte) error{"logs": readLogs, "traces": readTraces, "metrics": readMetrics}[os.Args[1]]
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		if err := read(lines.Bytes()); err != nil {
			log.Fatal(err)
		}
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}

func readLogs(line []byte) error {
	logs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(line)
	for _, resource := range logs.ResourceLogs().All() {
		for _, scope := range resource.ScopeLogs().All() {
			for _, record := range scope.LogRecords().All() {
				tell(record.Attributes())
			}
		}
	}
	return err
}

func readTraces(line []byte) error {
	traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
	for _, resource := range traces.ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				tell(span.Attributes())
			}
		}
	}
	return err
}

func readMetrics(line []byte) error {
	metrics, err := (&pmetric.JSONUnmarshaler{}).UnmarshalMetrics(line)
	for _, resource := range metrics.ResourceMetrics().All() {
		for _, scope := range resource.ScopeMetrics().All() {
			for _, metric := range scope.Metrics().All() {
				for _, point := range metric.Sum().DataPoints().All() {
					tell(point.Attributes())
				}
			}
		}
	}
	return err
}

func tell(attributes pcommon.Map) {
	if run, ok := attributes.Get("interop.run"); ok {
		fmt.Println(run.Str())
	}
}
