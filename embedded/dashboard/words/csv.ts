/** What a table shows as the text of a CSV file. */

/** A spreadsheet takes a text that begins like this for a formula; a number with a sign is none. */
const FORMULA = /^\0*[=+@\uff1d\uff0b\uff0d\uff20-]/;
const NUMBER = /^[+-]?[\d.,]+$/;

/** @see RFC 4180. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(shown: string): string {
  // the typographic minus of the pages is none to a spreadsheet
  const text = shown
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^−(?=\d)/, "-");
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns "model-calls.csv" of "Model calls". */
export function csvName(label: string): string {
  return fileName(label, "csv");
}

/** @param ending - "png", for example. */
export function fileName(label: string, ending: string): string {
  const name = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return `${name.replace(/^-|-$/g, "") || "table"}.${ending}`;
}
