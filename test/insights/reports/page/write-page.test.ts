import "../../../dashboard/learned-names.ts";
import { describe, expect, test } from "bun:test";
import { writePage } from "../../../../src/insights/reports/page/write-page.ts";
import { madeDocument, madeReport } from "../made-report.ts";

const DASHBOARD = "https://scoring.example.com";

const HOSTILE = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "</title></style></p><iframe src=//evil.example>",
  '" onmouseover=alert(1) x="',
  "' onmouseover=alert(1) x='",
  "javascript:alert(1)",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<!-- --><![CDATA[<b>]]>",
  "\u202Etxt.exe\u0000\u001b[31m",
  "`${alert(1)}`",
] as const;

interface Seen {
  elements: string[];
  attributes: string[];
  addresses: string[];
}

const write = async (...made: Parameters<typeof madeDocument>) =>
  (await writePage(madeDocument(...made), DASHBOARD)).text;

describe("text from telemetry in a page", () => {
  test.each(HOSTILE)("%j adds no element and no attribute", async (text) => {
    const harmless = look(await write(madeReport("Harmless words")));
    const { elements, attributes } = look(await write(madeReport(text), text));
    expect({ elements, attributes }).toEqual({
      elements: harmless.elements,
      attributes: harmless.attributes,
    });
  });

  test.each(HOSTILE)("%j leads nowhere but to the dashboard and inside of the page", async (text) => {
    const { addresses } = look(await write(madeReport(text), text));
    expect(
      addresses.filter((address) => !address.startsWith("#") && !address.startsWith(`${DASHBOARD}/`)),
    ).toEqual([]);
  });

  test("does not turn the direction of what follows", async () => {
    expect(await write(madeReport("\u202Etxt.exe"))).not.toContain("\u202E");
  });
});

describe("a report as a page", async () => {
  const { text: page, policy } = await writePage(madeDocument(), DASHBOARD);
  const { elements, attributes, addresses } = look(page);

  test("has no script, no image, no form, and no inline style", () => {
    expect(elements.filter((name) => /^(script|img|form|iframe|object|link|input)$/.test(name))).toEqual([]);
    expect(attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  test("has one style, the one that its policy names", () => {
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(page).toContain(`content="default-src &#x27;none&#x27;; style-src &#x27;sha256-${hash}&#x27;;`);
  });

  test("asks for nothing from elsewhere", () => {
    expect(page.match(/url\(|@import|src=/g)).toBeNull();
  });

  test("has its chapters in a table of contents that leads to them", () => {
    const inside = addresses.filter((address) => address.startsWith("#"));
    expect(inside).toEqual([
      "#overview",
      "#scores",
      "#prompts",
      "#throttle",
      "#rightsizing",
      "#waste",
      "#coaching",
      "#appendix",
    ]);
    for (const address of inside) expect(page).toContain(`id="${address.slice(1)}"`);
  });

  test("leads to the evidence", () => {
    expect(addresses).toContain(`${DASHBOARD}/sessions/s1?turn=3`);
  });

  test("holds nothing to choose or to move through", () => {
    expect(attributes.filter((name) => name === "tabindex")).toEqual([]);
    expect(page).not.toContain("arrow keys");
  });

  test("draws no line across a week without work", () => {
    const [speed, skill] = page.match(/<svg class="chart".*?<\/figure>/gs) ?? [];
    expect(speed?.match(/class="trend-line"/g)).toHaveLength(2);
    expect(skill?.match(/class="trend-line"/g)).toHaveLength(1);
  });

  test("says why a number is missing", () => {
    expect(page).toContain("Too few sub-sessions have a price.");
  });
});

function look(page: string): Seen {
  const seen: Seen = { elements: [], attributes: [], addresses: [] };
  new HTMLRewriter()
    .on("*", {
      element(element) {
        seen.elements.push(element.tagName);
        for (const [name = "", value = ""] of element.attributes) {
          seen.attributes.push(name);
          if (name === "href") seen.addresses.push(value);
        }
      },
    })
    .transform(page);
  return seen;
}
