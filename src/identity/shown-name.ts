/** Names that people give and that are shown in one line: to keys, organizations and developers. */

/**
 * 1 to 200 characters, the first of them no blank, and none that ends a line, steers a terminal or reverses the
 * direction of writing. Spelled out, so that every reader of the OpenAPI document understands it.
 */
export const SHOWN_NAME =
  // oxlint-disable-next-line no-control-regex
  /^[^\s\uFEFF\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069][^\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]{0,199}$/u;

/** What is said of any other name. */
export const SHOWN_NAME_EXPECTED = "expected 1 to 200 characters in one line, the first of them no blank";
