/** Where new cards are listened for. */

export const EVENT_STREAM_PATH = "/v1/advisor/stream";
