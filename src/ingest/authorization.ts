/** The header `Authorization` as senders write it. */

const USUAL_AUTHORIZATION = /^Bearer \w+$/;

/** Some senders leave the space percent-encoded, as they read it in OTEL_EXPORTER_OTLP_HEADERS. */
export function plainAuthorization(header: string | null): string | null {
  if (header === null || USUAL_AUTHORIZATION.test(header)) return header;
  return header.trim().replace(/^bearer(?:\s|%20)+/i, "Bearer ");
}
