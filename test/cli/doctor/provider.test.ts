/** What the doctor says of the provider that people sign in with. */
import { afterAll, describe, expect, test } from "bun:test";
import { startProvider } from "../../http/sign-in/oidc/running-provider.ts";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";

const provider = await startProvider({ publicUrl: "http://127.0.0.1:9", people: {} });
const { directory } = await dataDirectory();
afterAll(() => provider.stop());

const SET = {
  SCORING_PUBLIC_URL: "http://127.0.0.1:9",
  SCORING_OIDC_ISSUER: provider.issuer,
  SCORING_OIDC_NAME: "Example",
  SCORING_OIDC_CLIENT_ID: provider.client.id,
  SCORING_OIDC_CLIENT_SECRET: provider.client.secret,
};

async function findings(environment: Record<string, string>): Promise<Record<string, string>[]> {
  const flags = ["--data-dir", directory, "--listen", "127.0.0.1:1"];
  const { out } = await scoring(["doctor", "--json", ...flags], environment);
  expect(out).not.toContain(provider.client.secret);
  const { findings: all } = JSON.parse(out) as { findings: Record<string, string>[] };
  return all.filter(({ check }) => check === "provider of sign-ins");
}

describe("the doctor", () => {
  test("says nothing of a provider where none is set", async () => {
    expect(await findings({})).toEqual([]);
  });

  test("fails when it is set by half, or set and offline", async () => {
    const { SCORING_OIDC_CLIENT_ID: _id, ...half } = SET;
    expect(await findings(half)).toMatchObject([{ state: "fail" }]);
    expect(await findings({ ...SET, SCORING_OFFLINE: "true" })).toMatchObject([{ state: "fail" }]);
    expect(provider.asked).toEqual([]);
  });

  test("fails when it is not reached, or is another one", async () => {
    expect(await findings({ ...SET, SCORING_OIDC_ISSUER: "http://127.0.0.1:1" })).toMatchObject([
      { state: "fail", found: "the provider cannot be reached" },
    ]);
    const elsewhere = `${provider.issuer}/realms/other`;
    expect(await findings({ ...SET, SCORING_OIDC_ISSUER: elsewhere })).toMatchObject([
      { state: "fail", found: expect.stringContaining("404") },
    ]);
  });

  test("is content when it answers", async () => {
    expect(await findings(SET)).toMatchObject([{ state: "ok", found: "Example answers" }]);
  });
});
