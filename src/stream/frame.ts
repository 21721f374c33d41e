/** One request as it travels the stream, and how several of them share one message. */
import type { Signal } from "../vocabulary/otlp.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** What ingest found while it walked the body, so that later steps need not look again. */
export interface FrameHeader {
  organization: string;
  key: string;
  /** The path the request came on; the body decides what it really holds. */
  path: Signal;
  receivedAtUnixNano: string;
  /** Length of the body in bytes of UTF-8. */
  bytes: number;
  /** Accepted log records, spans and data points. */
  records: Record<Signal, number>;
  /** Least and greatest time of the accepted records; null when none tells a time. */
  leastMs: Milliseconds | null;
  greatestMs: Milliseconds | null;
  /** Session ids seen on records or resources. */
  sessions: string[];
  /** Where rejected items stand in the body: signal's index in SIGNALS, resource, scope, item, and the point of a metric. */
  rejected: number[][];
}

/** One request: its header, and the body as sent, unzipped and as text. */
export interface Frame {
  header: FrameHeader;
  body: string;
}
