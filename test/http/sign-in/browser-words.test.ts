import { describe, expect, test } from "bun:test";
import { browserWords } from "../../../src/http/sign-in/browser-words.ts";

const MOZILLA = "Mozilla/5.0";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("a browser in a few words", () => {
  test.each([
    [null, "a browser"],
    ["", "a browser"],
    ["my-own-tool/1.0 secret", "a browser"],
    ["curl/8.5.0", "curl"],
    [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Linux"],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36`, "Chrome on Windows"],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
      "Edge on Windows",
    ],
    [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1`, "Safari on macOS"],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} Version/26.0 Mobile Safari/604.1`,
      "Safari on iPhone",
    ],
    [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`, "Chrome on Android"],
    [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0 Safari/537.36`, "Chrome on ChromeOS"],
    [`${MOZILLA} (X11; Linux x86_64) something/1`, "a browser on Linux"],
  ])("%s is %s", (header, words) => {
    expect(browserWords(header)).toBe(words);
  });
});
