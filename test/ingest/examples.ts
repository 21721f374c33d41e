/**
 * The examples of the OTLP specification.
 *
 * @see Opentelemetry-proto 1.11.0, examples/*.json.
 */

const resource = {
  attributes: [{ key: "service.name", value: { stringValue: "my.service" } }],
};
const scope = {
  name: "my.library",
  version: "1.0.0",
  attributes: [{ key: "my.scope.attribute", value: { stringValue: "some scope attribute" } }],
};
const ids = { traceId: "5B8EFFF798038103D269B633813FC60C", spanId: "EEE19B7EC3C1B174" };

export const logsExample = {
  resourceLogs: [
    {
      resource,
      scopeLogs: [
        {
          scope,
          logRecords: [
            {
              timeUnixNano: "1544712660300000000",
              observedTimeUnixNano: "1544712660300000000",
              severityNumber: 10,
              severityText: "Information",
              ...ids,
              body: { stringValue: "Example log record" },
              attributes: [
                { key: "string.attribute", value: { stringValue: "some string" } },
                { key: "boolean.attribute", value: { boolValue: true } },
                { key: "int.attribute", value: { intValue: "10" } },
                { key: "double.attribute", value: { doubleValue: 637.704 } },
                {
                  key: "array.attribute",
                  value: { arrayValue: { values: [{ stringValue: "many" }, { stringValue: "values" }] } },
                },
                {
                  key: "map.attribute",
                  value: {
                    kvlistValue: { values: [{ key: "some.map.key", value: { stringValue: "some value" } }] },
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

export const eventsExample = {
  resourceLogs: [
    {
      resource,
      scopeLogs: [
        {
          scope,
          logRecords: [
            {
              timeUnixNano: "1544712660300000000",
              observedTimeUnixNano: "1544712660300000000",
              severityNumber: 9,
              eventName: "browser.page_view",
              body: {
                kvlistValue: { values: [{ key: "type", value: { intValue: "0" } }] },
              },
              attributes: [{ key: "event.attribute", value: { stringValue: "some event attribute" } }],
            },
          ],
        },
      ],
    },
  ],
};

export const traceExample = {
  resourceSpans: [
    {
      resource,
      scopeSpans: [
        {
          scope,
          spans: [
            {
              ...ids,
              parentSpanId: "EEE19B7EC3C1B173",
              name: "I'm a server span",
              startTimeUnixNano: "1544712660000000000",
              endTimeUnixNano: "1544712661000000000",
              kind: 2,
              attributes: [{ key: "my.span.attr", value: { stringValue: "some value" } }],
            },
          ],
        },
      ],
    },
  ],
};

const point = {
  startTimeUnixNano: "1544712660300000000",
  timeUnixNano: "1544712660300000000",
  attributes: [{ key: "my.attr", value: { stringValue: "some value" } }],
};

export const metricsExample = {
  resourceMetrics: [
    {
      resource,
      scopeMetrics: [
        {
          scope,
          metrics: [
            {
              name: "my.counter",
              unit: "1",
              description: "I am a Counter",
              sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints: [{ asDouble: 5, ...point }] },
            },
            {
              name: "my.gauge",
              unit: "1",
              description: "I am a Gauge",
              gauge: { dataPoints: [{ asDouble: 10, ...point }] },
            },
            {
              name: "my.histogram",
              unit: "1",
              description: "I am a Histogram",
              histogram: {
                aggregationTemporality: 1,
                dataPoints: [
                  {
                    ...point,
                    count: "2",
                    sum: 2,
                    bucketCounts: ["1", "1"],
                    explicitBounds: [1],
                    min: 0,
                    max: 2,
                  },
                ],
              },
            },
            {
              name: "my.exponential.histogram",
              unit: "1",
              description: "I am an Exponential Histogram",
              exponentialHistogram: {
                aggregationTemporality: 1,
                dataPoints: [
                  {
                    ...point,
                    count: "3",
                    sum: 10,
                    scale: 0,
                    zeroCount: "1",
                    positive: { offset: 1, bucketCounts: ["0", "2"] },
                    min: 0,
                    max: 5,
                    zeroThreshold: 0,
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ],
};
