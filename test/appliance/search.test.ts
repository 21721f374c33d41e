/** Search, asked of a real appliance: by the wrong person first, then by the right one. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { inTransaction } from "../../src/database/transaction.ts";
import type { SearchHit } from "../../src/insights/search/search-answer.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { keepSummary } from "../../src/insights/advisor/model/summarize.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { logsBody } from "../normaliser/captured.ts";
import { wholeSchema } from "../whole-schema.ts";
import { joinTestAppliance } from "./running.ts";

const AT = Date.parse("2026-11-18T10:00:00Z");
const [ANN, BOB] = ["ann@example.com", "bob@example.com"];

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();
let bound = "";

async function work(
  session: string,
  texts: readonly (string | null)[],
  { email = ANN, key = ours.key, at = AT } = {},
) {
  const records = texts.map((text, index) => ({
    at: at + index * 5 * MINUTE,
    attributes: {
      "session.id": session,
      "user.email": email,
      "event.name": "user_prompt",
      ...(text === null ? { prompt_length: 60 } : { prompt: text }),
    },
  }));
  expect((await appliance.send("/v1/logs", logsBody("claude-code", records), key)).status).toBe(200);
}

/** As the plugin sends it. */
async function answer(session: string, text: string, { key, minute = 2 }: { key: string; minute?: number }) {
  const timestamp = new Date(AT + minute * MINUTE).toISOString();
  const body = { session_id: session, agent: "claude-code", response_text: text, timestamp };
  expect((await appliance.send("/v1/prompts/response", body, key)).status).toBe(202);
}

/** As the judge model would write it. */
async function summarize(session: string): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  const all = wholeSchema(database).selectFrom("sub_sessions").selectAll();
  const rows = await all
    .where("organization", "=", ours.id)
    .where("session", "like", `%${session}` as never)
    .execute();
  const [{ organization, session: name, id } = { organization: "", session: "" as never, id: "" }] = rows;
  const words = { organization, session: name, state: "a", isOver: true, parts: [] };
  const titles = new Map([[id, "Aardvark exports"]]);
  const written = { words, title: "Walrus dates", summary: "The walrus was sorted.", titles, model: "m" };
  await inTransaction(database, "full", (transaction) => keepSummary(transaction, written, () => AT));
  await database.destroy();
}

beforeAll(async () => {
  await work("s-ann", [
    "Mend the walrus filter of the export",
    "Sort the walrus by <b>date</b>, in the Café",
    null,
    "Rename timezones everywhere",
  ]);
  await work("s-bob", ["Draw a walrus for the export"], { email: BOB, at: AT + 60 * MINUTE });
  await work("s-foreign", ["A foreign walrus export"], { key: theirs.key });
  bound = (await ours.addKey({ developer: ANN })).key;
  await work("s-own", ["Which animals are left?", "And why?"], { key: bound });
  await answer("s-own", "Only the Ocelot is left.", { key: bound });
  await answer("s-own", "The ocelot ate the others.", { key: bound, minute: 7 });
  await answer("s-nobody", "An ocelot without a session", { key: bound });
  await work("s-foreign-too", ["Which animals?"], { key: theirs.key });
  await answer("s-foreign-too", "A foreign ocelot", { key: theirs.key });
  await appliance.settled();
  await summarize("s-ann");
});

const search = (query: string, key: string) => appliance.get(`/v1/search?${query}`, key);

async function hits(query: string, key = ours.admin): Promise<SearchHit[]> {
  const response = await search(query, key);
  expect(response.status).toBe(200);
  return ((await response.json()) as { hits: SearchHit[] }).hits;
}

const textOf = ({ excerpt }: SearchHit) => excerpt.map(({ text }) => text).join("");
const texts = async (query: string, key?: string) => (await hits(query, key)).map(textOf);

describe("a search", () => {
  test.each([
    ["nothing", "q="],
    ["no question at all", "kind=prompt"],
    ["operators only", `q=${encodeURIComponent('"" * ( ) ^ : -')}`],
    ["ten kilobytes", `q=${"a".repeat(10_000)}`],
    ["very many words", `q=${Array.from({ length: 21 }, (_, index) => `w${index}`).join("+")}`],
  ])("for %s is refused, and says why", async (_, query) => {
    const response = await search(query, ours.admin);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(["q"]);
  });

  test("needs a key", async () => {
    expect((await fetch(`${appliance.url}/v1/search?q=walrus`)).status).toBe(401);
  });

  test.each([
    ["another question", "q=export"],
    ["another window", "q=walrus&from=2026-11-01T00:00:00Z"],
    ["another kind", "q=walrus&kind=prompt"],
  ])("takes no cursor of %s", async (_, query) => {
    const first = await search("q=walrus&limit=1", ours.admin);
    const { nextCursor } = (await first.json()) as { nextCursor: string };
    expect((await search(`${query}&limit=1&cursor=${nextCursor}`, ours.admin)).status).toBe(400);
    expect((await search(`q=walrus&limit=1&cursor=${nextCursor}`, theirs.admin)).status).toBe(400);
    expect((await search(`q=walrus&limit=1&cursor=${nextCursor}`, bound)).status).toBe(400);
  });

  test("shows another organization nothing of this one", async () => {
    expect(await texts("q=walrus", theirs.admin)).toEqual(["A foreign walrus export"]);
  });

  test("shows a bound key only its developer's prompts and sessions", async () => {
    const found = await hits("q=walrus", bound);
    expect(found).not.toBeEmpty();
    expect(found.map(({ developer }) => developer.email)).toEqual(found.map(() => ANN));
    expect(await hits(`q=walrus&developer=${BOB}`, bound)).toEqual([]);
  });

  test("finds prompts that have every word, the newest first", async () => {
    expect(await texts("q=export+walrus&kind=prompt")).toEqual([
      "Draw a walrus for the export",
      "Mend the walrus filter of the export",
    ]);
  });

  test("takes FTS5's operators for plain words", async () => {
    expect(await texts(`q=${encodeURIComponent('walrus NOT "export')}`)).toEqual([]);
    expect(await texts(`q=${encodeURIComponent("text:walrus OR bob")}`)).toEqual([]);
    expect(await texts(`q=${encodeURIComponent('"walrus" (filter)*')}`)).toHaveLength(1);
  });

  test("marks what was found in plain text, and leads to the prompt", async () => {
    const [hit] = await hits("q=walrus+cafe");
    expect(hit?.excerpt).toEqual([
      { text: "Sort the ", found: false },
      { text: "walrus", found: true },
      { text: " by <b>date</b>, in the ", found: false },
      { text: "Café", found: true },
    ]);
    const prompt = await appliance.get(`/scoring/prompt-rubric/prompts/${hit?.promptId}`, ours.admin);
    expect(await prompt.json()).toMatchObject({ sessionId: "s-ann", turnIndex: hit?.turnIndex });
    expect(hit?.sessionTitle).toBe("Walrus dates");
  });

  test("takes the last word for the beginning of one", async () => {
    expect(await texts("q=rename+timez")).toEqual(["Rename timezones everywhere"]);
    expect(await texts("q=timez+rename")).toEqual([]);
  });

  test("takes it for a whole word where any text has that", async () => {
    expect((await hits("q=walrus+date")).map(({ kind }) => kind)).toEqual(["prompt"]);
  });

  test("finds sessions by the titles and summaries that the judge model wrote", async () => {
    const [hit, ...others] = await hits("q=aardvark+sorted");
    expect(hit).toMatchObject({ kind: "summary", sessionId: "s-ann", promptId: null, turnIndex: null });
    expect(others).toEqual([]);
    expect((await hits("q=walrus&kind=summary")).map(({ kind }) => kind)).toEqual(["summary"]);
  });

  test("finds what was answered, and leads to the prompt and its turn", async () => {
    const found = await hits("q=ocelot", bound);
    expect(found.map(({ kind, turnIndex }) => [kind, turnIndex])).toEqual([
      ["answer", 2],
      ["answer", 1],
    ]);
    expect(found.map(textOf)).toEqual(["The ocelot ate the others.", "Only the Ocelot is left."]);
    expect(found[1]?.excerpt[1]).toEqual({ text: "Ocelot", found: true });
    const said = await appliance.get("/v1/sessions/s-own/conversation", bound);
    const { prompts } = (await said.json()) as {
      prompts: { promptId: string; answers: { text: string }[] }[];
    };
    expect(prompts.map(({ promptId }) => promptId)).toEqual(
      found.map(({ promptId }) => promptId ?? "").toReversed(),
    );
    expect(prompts[1]?.answers[0]?.text).toBe("The ocelot ate the others.");
    expect(await texts("q=ocelot&kind=prompt")).toEqual([]);
    expect(await texts("q=ocelot&label=team.id:platform")).toEqual([]);
  });

  test("shows answers to whom they may be shown", async () => {
    expect(await texts("q=ocelot")).toEqual(["The ocelot ate the others.", "Only the Ocelot is left."]);
    expect(await texts("q=ocelot", theirs.admin)).toEqual(["A foreign ocelot"]);
    expect(await texts("q=ocelot", (await ours.addKey({ developer: BOB })).key)).toEqual([]);
  });

  test("keeps to a window of time and to a developer", async () => {
    expect(await texts("q=walrus&from=2026-11-18T10:30:00Z")).toEqual(["Draw a walrus for the export"]);
    expect(await texts("q=walrus&kind=prompt&to=2026-11-18T10:05:00Z")).toEqual([
      "Mend the walrus filter of the export",
    ]);
    expect(await texts(`q=walrus&developer=${BOB}`)).toEqual(["Draw a walrus for the export"]);
    expect(await texts("q=walrus&developer=nobody")).toEqual([]);
  });

  test("keeps to sessions with a label", async () => {
    expect(await texts("q=walrus&label=team.id:platform")).toEqual([]);
  });

  test("comes in pages, each row once", async () => {
    const whole = await hits("q=walrus");
    expect(whole).toHaveLength(4);
    const paged: SearchHit[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await search(`q=walrus&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`, ours.admin);
      const answer = (await page.json()) as { hits: SearchHit[]; nextCursor: string | null };
      paged.push(...answer.hits);
      cursor = answer.nextCursor;
    }
    expect(paged).toEqual(whole);
  });
});
