/** The two formats that bodies of telemetry come in, by their content type; the answer has the same. */

export type BodyFormat = "json" | "protobuf";

export const CONTENT_TYPES: Readonly<Record<BodyFormat, string>> = {
  json: "application/json",
  protobuf: "application/x-protobuf",
};

/** Returns null for any other type; parameters and case do not matter. */
export function formatOf(headers: Headers): BodyFormat | null {
  const type = headers.get("content-type");
  if (type === null) return null;
  if (type === CONTENT_TYPES.json) return "json";
  if (/^\s*application\/json\s*(;[^,]*)?$/i.test(type)) return "json";
  return /^\s*application\/x-protobuf\s*(;[^,]*)?$/i.test(type) ? "protobuf" : null;
}
