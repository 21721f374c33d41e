/** Bodies made to cost as much as they can: each fills the size limit with as many of one thing as fit. */
import { createBodyMaker } from "./bodies.ts";

/** A body of as many units as fit into a size. */
export interface HostileShape {
  name: string;
  make(bytes: number): Uint8Array;
}

/** Makes the unit of a place, counted from 0. */
type Unit = (index: number) => string;

/** @remarks Takes text before, between and after the units; units at most as many as asked for. */
function shape(name: string, [before, after]: readonly [string, string], unit: string | Unit): HostileShape {
  return { name, make: (bytes) => filled({ before, after, unit, most: Infinity }, bytes) };
}

/** The same with at most so many units. */
function fewer(
  [name, most]: readonly [string, number],
  [before, after]: readonly [string, string],
  unit: string | Unit,
): HostileShape {
  return { name, make: (bytes) => filled({ before, after, unit, most }, bytes) };
}

interface Filling {
  before: string;
  after: string;
  unit: string | Unit;
  most: number;
}

function filled({ before, after, unit, most }: Filling, bytes: number): Uint8Array {
  const room = Buffer.alloc(bytes);
  let end = room.write(before);
  const last = bytes - Buffer.byteLength(after);
  for (let index = 0; index < most; index++) {
    const text = `${index === 0 ? "" : ","}${typeof unit === "string" ? unit : unit(index)}`;
    if (end + Buffer.byteLength(text) > last) break;
    end += room.write(text, end);
  }
  end += room.write(after, end);
  return room.subarray(0, end);
}

const RECORDS = ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[', "]}]}]}"] as const;
const ATTRIBUTES = ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[', "]}]}]}]}"] as const;
const SCOPES = ['{"resourceLogs":[{"scopeLogs":[', "]}]}"] as const;
const RESOURCES = ['{"resourceLogs":[', "]}"] as const;
const BODY = ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":', "}]}]}]}"] as const;
const POINTS = [
  '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","sum":{"dataPoints":[',
  "]}}]}]}]}",
] as const;
const HISTOGRAM =
  '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"m","histogram":{"dataPoints":[{"bucketCounts":[0,';
const SPAN = '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"s",';

// next to a record, so that something is stored
const UNKNOWN = ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"x":[', "]}]}]}]}"] as const;
const UNKNOWN_NAMES = ['{"resourceLogs":[{"scopeLogs":[{"logRecords":[{', "}]}]}]}"] as const;

const session = (id: string): string =>
  `{"attributes":[{"key":"session.id","value":{"stringValue":"${id}"}}]}`;
const within = ([before, after]: readonly [string, string], open: string, close: string) =>
  [before + open, close + after] as const;
const resourceOfSession: Unit = (index) =>
  `{"resource":${session(`s${index}`)},"scopeLogs":[{"logRecords":[{}]}]}`;
const unknownObject: Unit = (index) => `{"${index.toString(36)}":0}`;
const DEEP_VALUE = `${'{"arrayValue":{"values":['.repeat(30)}{}${"]}}".repeat(30)}`;

/** A little less than a body may hold by default. */
const ITEMS = 99_900;
const VALUES = 3_999_000;
const OBJECTS = 999_000;
const PADDING = "x".repeat(150);

/** The set. The last ones are within every limit, so that they are accepted. */
export const HOSTILE_SHAPES: readonly HostileShape[] = [
  shape("empty records", RECORDS, "{}"),
  shape("rejected records", RECORDS, '{"traceId":"x"}'),
  shape("empty attributes", ATTRIBUTES, "{}"),
  shape("attributes", ATTRIBUTES, '{"key":"k","value":{"intValue":1}}'),
  shape("scopes", SCOPES, "{}"),
  shape("scopes of a record", SCOPES, '{"logRecords":[{}]}'),
  shape("resources", RESOURCES, "{}"),
  shape("resources of a session", RESOURCES, resourceOfSession),
  shape("metrics", ['{"resourceMetrics":[{"scopeMetrics":[{"metrics":[', "]}]}]}"], '{"sum":{}}'),
  shape("points", POINTS, "{}"),
  shape("buckets", [HISTOGRAM, "]}]}}]}]}]}"], "0"),
  shape("events", [`${SPAN}"events":[`, "]}]}]}]}"], "{}"),
  shape("array values", within(BODY, '{"arrayValue":{"values":[', "]}}"), "{}"),
  shape("map values", within(BODY, '{"kvlistValue":{"values":[', "]}}"), '{"key":"k"}'),
  shape("sessions", RECORDS, (index) => session(`s${index}`)),
  shape("unknown lists", UNKNOWN, "[]"),
  shape("unknown numbers", UNKNOWN, "0"),
  shape("unknown names", UNKNOWN_NAMES, (index) => `"${index.toString(36)}":0`),
  fewer(["unknown objects", OBJECTS], UNKNOWN, unknownObject),
  { name: "deep lists", make: (bytes) => Buffer.alloc(bytes, "[") },
  {
    name: "deep closed lists",
    make: (bytes) => Buffer.concat([Buffer.alloc(bytes / 2, "["), Buffer.alloc(bytes / 2, "]")]),
  },
  shape("deep and wide values", within(BODY, '{"arrayValue":{"values":[', "]}}"), DEEP_VALUE),
  fewer(["accepted: empty records", ITEMS], RECORDS, "{}"),
  fewer(["accepted: rejected records", ITEMS], RECORDS, (index) => (index === 0 ? "{}" : '{"traceId":"x"}')),
  fewer(["accepted: records of text", ITEMS], RECORDS, `{"body":{"stringValue":"${PADDING}"}}`),
  fewer(["accepted: sessions", ITEMS], RECORDS, (index) => session(`s${index}`)),
  fewer(["accepted: scopes of a record", ITEMS], SCOPES, '{"logRecords":[{}]}'),
  fewer(["accepted: resources of a session", ITEMS], RESOURCES, resourceOfSession),
  fewer(["accepted: points", ITEMS], POINTS, "{}"),
  fewer(["accepted: events", ITEMS], [`${SPAN}"events":[`, "]}]}]}]}"], "{}"),
  fewer(["accepted: empty attributes", OBJECTS], ATTRIBUTES, "{}"),
  fewer(["accepted: attributes", OBJECTS / 2], ATTRIBUTES, '{"key":"k","value":{"intValue":1}}'),
  fewer(["accepted: buckets", VALUES], [HISTOGRAM, "]}]}}]}]}]}"], "0"),
  fewer(["accepted: array values", OBJECTS], within(BODY, '{"arrayValue":{"values":[', "]}}"), "{}"),
  fewer(
    ["accepted: deep and wide values", OBJECTS / 61],
    within(BODY, '{"arrayValue":{"values":[', "]}}"),
    DEEP_VALUE,
  ),
  fewer(["accepted: unknown lists", VALUES / 2], UNKNOWN, "[]"),
  fewer(["accepted: unknown names", 990], UNKNOWN_NAMES, (index) => `"${index.toString(36)}":0`),
  fewer(["accepted: unknown objects", OBJECTS], UNKNOWN, (index) => `{"${(index % 990).toString(36)}":0}`),
  fewer(["accepted: short with unknown objects", 190_000], UNKNOWN, unknownObject),
  fewer(["accepted: wide text", 3_000], RECORDS, `{"body":{"stringValue":"${"€".repeat(2_000)}"}}`),
  { name: "accepted: agents' records", make: () => Buffer.from(createBodyMaker(13_000, "plain", 0).next()) },
];
