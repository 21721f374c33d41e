/** What Schemathesis reports although it is meant to be so, each with its reason. */

/** A failed check that is no fault. */
interface Known {
  check:
    | "positive_data_acceptance"
    | "negative_data_rejection"
    | "not_a_server_error"
    | "status_code_conformance"
    | "unsupported_method";
  status: number;
  /** Of which requests; of all where it is left out. */
  of?: RegExp;
  /** In each message of the answer. */
  says: RegExp;
  because: string;
}

const KNOWN: readonly Known[] = [
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^the scope (admin goes with the role admin, and only with it|read_own needs a developer whose key it is)$/,
    because: "no schema can say which values of one field go with another",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected a time that is still to come$/,
    because: "no schema can say what time it is",
  },
  {
    check: "positive_data_acceptance",
    status: 409,
    of: /\/v1\/session\/passkey/,
    says: /^Browsers know passkeys by a host name/,
    because: "Schemathesis asks an address, where browsers know no passkeys",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected at least one label, such as team\.id:platform$/,
    because: "a lead needs labels, and no schema of these says what one field needs of another",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected nextCursor of the page before/,
    because: "a cursor is sealed with the organization's secret, which no schema can say",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected a time at (or before to|most \d+ \w+ before to)$/,
    because: "no schema can say how far one parameter may be from another",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^names an agent twice$/,
    because: "no schema can say that one member of a list's elements is unique",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected exactly one of habit and card$/,
    because: "either of two fields says what was seen, and the document names each separately",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected a text that is not empty$/,
    because: "either of two fields holds the prompt, and the document names each separately",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected an ISO 8601 time with an offset, or milliseconds since 1970$/,
    because: "a time is text or a number, and no schema can say that it is after 1970",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected a turn after the session's first$/,
    because: "no schema can say which turn is a session's first with a prompt",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected an e-mail, or the id of a known developer\b/,
    because: "no schema can say who is known here, nor whom the key speaks for",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^This key belongs to nobody in person\b|^expected to be left out, or to be your own id or e-mail$/,
    because: "no schema can say whom a key belongs to",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^Not OTLP JSON: the body is no complete gzip\.$/,
    because: "Schemathesis announces gzip and sends the body as it is",
  },
  {
    check: "positive_data_acceptance",
    status: 410,
    says: /^Removed: use GET \/scoring\/scores/,
    because: "410 is the documented answer of this removed endpoint",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected (five fields, such as|one minute of the hour, such as|an IANA name, such as)/,
    because: "no schema can say what a cron expression is, nor which time zones there are",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^This way back is not known here\b/,
    because: "a state is given out once, which no schema can say",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected (an address such as https:|an address that begins with https$|a public address, or a host|the id of a webhook)/,
    because: "no schema can say which addresses are public, nor which webhooks there are",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    of: /alerts\/rules/,
    says: /^(This rule does not have such a threshold\.|expected a number from [\d.]+ to \d+)$/,
    because: "which thresholds an alert rule has depends on its kind, and the document names them all",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    says: /^expected (a word of letters or digits|a name, a colon and a value, such as)/,
    because:
      "what letters there are no schema can say, and what a label is would be in the document forty times",
  },
  {
    check: "positive_data_acceptance",
    status: 400,
    of: /\/mcp\b/,
    says: /"error":\{"code":-32\d{3},/,
    because: "what a message of MCP may say depends on its method, and the document has its frame only",
  },
  {
    check: "unsupported_method",
    status: 404,
    says: /^Removed\b/,
    because: "a removed path answers every method alike, and the document has two of them",
  },
  ...(["status_code_conformance", "negative_data_rejection"] as const).map((check) => ({
    check,
    status: 431,
    says: /^$/,
    because: "a head of more than 16 kB is refused before any route reads it",
  })),
  {
    check: "not_a_server_error",
    status: 503,
    says: /^This server runs with offline,/,
    because: "503 is the documented answer of a server that runs with offline",
  },
  {
    check: "negative_data_rejection",
    status: 200,
    says: /^\{\}$|^\d+ (rejected|left out of what was stored), first /,
    because: "ingest stores what it can of a body, and names what it rejects",
  },
];

/** A check that an answer did not pass. */
export interface Failure {
  check: string;
  operation: string;
  /** Its method and address. */
  request: string;
  status: number;
  body: string;
}

/** Returns why the failure is none; null for a finding. */
export function reasonOf(failure: Failure): string | null {
  const messages = messagesIn(failure.body);
  const reasons = messages.map(
    (message) =>
      KNOWN.find(
        ({ check, status, of = /^/, says }) =>
          check === failure.check &&
          status === failure.status &&
          of.test(failure.request) &&
          says.test(message),
      )?.because,
  );
  return reasons.every((reason) => reason !== undefined) ? (reasons[0] ?? null) : null;
}

/** The messages of a problem, of a Status or of a partial success; else the whole body. */
function messagesIn(body: string): string[] {
  try {
    const { errors, detail, message, partialSuccess } = JSON.parse(body);
    if (Array.isArray(errors)) return errors.map((error) => String(error.message));
    return [String(detail ?? message ?? partialSuccess?.errorMessage ?? body)];
  } catch {
    return [body];
  }
}
