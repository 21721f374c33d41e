/** A browser in a few words, such as "Firefox on Linux", so that people recognise their sign-ins in a list. */

/** Only the words of the lists below ever leave here, so nothing of the header itself is kept. */
type Names = readonly (readonly [name: string, sign: RegExp])[];

/** The first that fits: browsers name the ones that they descend from too. */
const BROWSERS: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPiOS|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
  ["curl", /^curl\//],
];

const SYSTEMS: Names = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * Describes a browser and its system.
 *
 * @param userAgent - The header; null without one.
 * @returns "a browser" for one that is not known.
 */
export function browserWords(userAgent: string | null): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (system === null) return browser ?? "a browser";
  return `${browser ?? "a browser"} on ${system}`;
}

function nameIn(names: Names, userAgent: string | null): string | null {
  return names.find(([, sign]) => sign.test(userAgent ?? ""))?.[0] ?? null;
}
