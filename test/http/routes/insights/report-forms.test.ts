import { describe, expect, test } from "bun:test";
import { inAskedForm } from "../../../../src/http/routes/insights/report-forms.ts";
import { foundReport, madeDocument, madeReport } from "../../../insights/reports/made-report.ts";

const ASKED_AT = "http://127.0.0.1:4318";

function ask(accept: string | null, publicUrl: string | null = null) {
  const headers = accept === null ? {} : { accept };
  return inAskedForm(
    new Request(`${ASKED_AT}/v1/insights/report/r1`, { headers }),
    foundReport(madeReport("a\r\nset-cookie: x=1")),
    { organization: "Example", publicUrl },
  );
}

async function askText(accept: string, publicUrl: string | null = null): Promise<Response> {
  const answer = await ask(accept, publicUrl);
  if (!(answer instanceof Response)) throw new Error("answered as JSON");
  return answer;
}

describe("the form of a report", () => {
  test("is JSON for who does not care, and for who asks for what there is not", async () => {
    expect(await ask(null)).toEqual(madeReport("a\r\nset-cookie: x=1"));
    expect(await ask("*/*")).not.toBeInstanceOf(Response);
    expect(await ask("application/pdf")).not.toBeInstanceOf(Response);
  });

  test("is a page for a browser, under its own policy", async () => {
    const { headers } = await askText("text/html,application/xhtml+xml,*/*;q=0.8");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
      ),
      "content-disposition": 'inline; filename="report-2026-10-23-to-2026-11-22.html"',
      vary: "Accept",
    });
  });

  test("is Markdown for who asks for it", async () => {
    const answer = await askText("text/markdown");
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain('.md"');
    expect(await answer.text()).toStartWith(
      "# Insight report: Everybody, 23 Oct to 21 Nov 2026\n\n- Organization: Example\n",
    );
  });

  test("is the blocks of the dashboard's page for who asks for them", async () => {
    const answer = await askText("application/vnd.scoring.report+json");
    expect(await answer.json()).toEqual(
      JSON.parse(JSON.stringify(madeDocument(madeReport("a\r\nset-cookie: x=1")))),
    );
  });

  test.each(["text/html", "text/markdown"])(
    "%s leads to where it was asked, or to public_url",
    async (accept) => {
      expect(await (await askText(accept)).text()).toContain(`${ASKED_AT}/sessions/s1?turn=3`);
      const published = await (await askText(accept, "https://scoring.example.com/")).text();
      expect(published).toContain("https://scoring.example.com/sessions/s1?turn=3");
      expect(published).not.toContain(ASKED_AT);
    },
  );
});
