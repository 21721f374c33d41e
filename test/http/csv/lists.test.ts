/** Every list that the API describes has columns, and nothing else has. */
import { describe, expect, test } from "bun:test";
import { apiDocument } from "../../../src/http/api.ts";
import { csvListsOf } from "../../../src/http/csv/lists.ts";
import { wantsCsv } from "../../../src/http/csv/answer-csv.ts";

const api = apiDocument() as {
  paths: Record<
    string,
    {
      get?: {
        responses: {
          200?: {
            content?: { "application/json"?: { schema: { properties?: object } }; "text/csv"?: object };
          };
        };
      };
    }
  >;
};
const lists = csvListsOf(api);

describe("a list", () => {
  const withCursor = Object.entries(api.paths).flatMap(([path, { get }]) => {
    const schema = get?.responses[200]?.content?.["application/json"]?.schema;
    return schema?.properties !== undefined && "nextCursor" in schema.properties ? [path] : [];
  });

  /** Its rows are of several kinds. */
  const OF_SEVERAL = ["/v1/sessions/{id}/timeline"];

  test.each(withCursor.filter((path) => !OF_SEVERAL.includes(path)))(
    "with pages can be a file: %s",
    (path) => {
      expect(lists.get(path)?.columns.length).toBeGreaterThan(1);
    },
  );

  test("without pages can be one too, and one thing cannot", () => {
    expect([...lists.keys()]).toContain("/scoring/trends");
    expect([...lists.keys()]).not.toContain("/scoring/prompt-rubric/prompts/{id}");
    expect([...lists.keys()]).not.toContain("/v1/admin/coverage");
    expect([...lists.keys()].filter((path) => path.endsWith("id}"))).toEqual([]);
  });

  test("says in the document that it can be a file, and nothing else does", () => {
    const said = Object.entries(api.paths).filter(
      ([, { get }]) => get?.responses[200]?.content?.["text/csv"] !== undefined,
    );
    expect(said.map(([path]) => path).toSorted()).toEqual([...lists.keys()].toSorted());
  });

  test("has a column for each value of objects inside its rows", () => {
    const columns = lists.get("/scoring/sub-sessions")?.columns.map((column) => column.join("."));
    expect(columns).toEqual(
      expect.arrayContaining(["id", "sse", "breakdown.tokens.earned", "boundary.kind", "said.outcome"]),
    );
    expect(lists.get("/scoring/sub-sessions")?.pageRows).toBe(500);
  });
});

describe("CSV is wanted", () => {
  const asks = (accept: string, method = "GET") =>
    wantsCsv(new Request("http://localhost/", { method, headers: { accept } }));

  test.each([
    "text/csv",
    "TEXT/CSV; header=present",
    "text/csv, application/json;q=0.5",
    "text/html, text/csv",
  ])("by %j", (accept) => expect(asks(accept)).toBe(true));

  test.each(["*/*", "", "application/json", "application/json, text/csv", "text/*"])("not by %j", (accept) =>
    expect(asks(accept)).toBe(false),
  );

  test("not of a change", () => expect(asks("text/csv", "POST")).toBe(false));
});
