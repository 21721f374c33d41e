import "../../../dashboard/learned-names.ts";
import { describe, expect, test } from "bun:test";
import { PAGE_POLICY, writePage } from "../../../../src/insights/reports/page/write-page.ts";
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

describe("text from telemetry in a page", () => {
  const harmless = look(writePage(madeDocument(madeReport("Harmless words"), "Example"), DASHBOARD));

  test.each(HOSTILE)("%j adds no element and no attribute", (text) => {
    const { elements, attributes } = look(writePage(madeDocument(madeReport(text), text), DASHBOARD));
    expect({ elements, attributes }).toEqual({
      elements: harmless.elements,
      attributes: harmless.attributes,
    });
  });

  test.each(HOSTILE)("%j leads nowhere but to the dashboard and inside of the page", (text) => {
    const { addresses } = look(writePage(madeDocument(madeReport(text), text), DASHBOARD));
    expect(
      addresses.filter((address) => !address.startsWith("#") && !address.startsWith(`${DASHBOARD}/`)),
    ).toEqual([]);
  });
});

describe("a report as a page", () => {
  const page = writePage(madeDocument(madeReport(), "Example"), DASHBOARD);
  const { elements, attributes, addresses } = look(page);

  test("has no script, no image, no form, and no inline style", () => {
    expect(elements.filter((name) => /^(script|img|form|iframe|object|link|input)$/.test(name))).toEqual([]);
    expect(attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  test("has one style, the one that its policy names", () => {
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
    expect(PAGE_POLICY).toContain(`style-src 'sha256-${hash}'`);
    expect(page).toContain(`content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;;`);
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

  test("has no links outside of itself when it is not known where the dashboard is", () => {
    const alone = look(writePage(madeDocument(madeReport(), "Example"), null));
    expect(alone.addresses.filter((address) => !address.startsWith("#"))).toEqual([]);
  });

  test("draws no line across a week without work", () => {
    const [speed, skill] = page.match(/<svg\s+class="trend".*?<\/figure>/gs) ?? [];
    expect(speed?.match(/class="curve"/g)).toHaveLength(2);
    expect(skill?.match(/class="curve"/g)).toHaveLength(1);
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
