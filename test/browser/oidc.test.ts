/** Signing in at a real provider, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chromiumPath, openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { type RunningProvider, startProvider } from "../http/sign-in/oidc/running-provider.ts";
import { isSkipped } from "../skipped.ts";
import { violationsOf } from "./axe.ts";
import { browseNewServer } from "./browsed-server.ts";
import { PATIENCE_MS } from "./looks.ts";

const people = {
  ada: { email: "ada@example.com", email_verified: true, name: "Ada Lovelace" },
  stranger: { email: "stranger@example.com", email_verified: true },
};

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a provider in a browser", () => {
  const browsed = browseNewServer();
  let provider: RunningProvider;

  beforeAll(async () => {
    const { server } = browsed;
    // of another site than the server, as providers are: then cookies do not go along everywhere
    provider = await startProvider({ publicUrl: server.url, people, host: "localhost" });
    await server.stop();
    await server.startAgain({
      SCORING_PUBLIC_URL: server.url,
      SCORING_OIDC_ISSUER: provider.issuer,
      SCORING_OIDC_NAME: "Example",
      SCORING_OIDC_CLIENT_ID: provider.client.id,
      SCORING_OIDC_CLIENT_SECRET: provider.client.secret,
    });
    const invited = await fetch(`${server.url}/v1/admin/accounts`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.keys.admin}`, "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", role: "member" }),
    });
    expect(invited.status).toBe(201);
  }, PATIENCE_MS);
  afterAll(() => provider.stop());

  /** Without a cookie, neither here nor at the provider. */
  async function open(path: string, theme: "light" | "dark" = "light"): Promise<WatchedPage> {
    const watched = await openPage(browsed.browser, browsed.server.url);
    const { page } = watched;
    page.setDefaultTimeout(PATIENCE_MS);
    await page.emulateMedia({ colorScheme: theme });
    await page.context().clearCookies();
    await page.goto(path);
    return watched;
  }

  async function signInAs({ page }: WatchedPage, login: string): Promise<void> {
    await page.getByRole("link", { name: "Sign in with Example" }).click();
    await page.locator("input[name=login]").fill(login);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    // that this server may know who it is
    await page.locator("form:not(:has(input[name=login])) button[type=submit]").click();
  }

  test.each(["light", "dark"] as const)(
    "the page offers it first, the key folded, in %s, and axe finds nothing",
    async (theme) => {
      const { page, complaints } = await open("/sign-in", theme);
      await page.getByRole("link", { name: "Sign in with Example" }).waitFor();
      expect(await page.getByLabel("Key", { exact: true }).isVisible()).toBe(false);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByText("Sign in with a key instead").click();
      await page.getByLabel("Key", { exact: true }).waitFor();
      expect(complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    "an invited person lands on the page that was asked for, and signs out of both",
    async () => {
      const watched = await open("/sessions?agent=codex");
      const { page } = watched;
      await page.waitForURL(/sign-in/);
      await signInAs(watched, "ada");
      await page.waitForURL(/\/sessions\?agent=codex$/);
      await page.getByText("Ada Lovelace").waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("link", { name: "Sign out of Example too" }).click();
      await page.waitForURL(`${provider.issuer}/**`);
      await page.getByRole("button", { name: /yes/i }).click();
      await page.waitForURL(/sign-in/);
      await page.getByRole("link", { name: "Sign in with Example" }).click();
      // the provider asks again
      await page.locator("input[name=login]").waitFor();
    },
    PATIENCE_MS,
  );

  test.each(["light", "dark"] as const)(
    "somebody whom nobody invited reads why, in %s, and axe finds nothing",
    async (theme) => {
      const watched = await open("/sign-in", theme);
      const { page } = watched;
      await signInAs(watched, "stranger");
      await page.getByRole("alert").getByText("Nobody has invited your e-mail address yet.").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      // the provider would say the same of the same person again
      await page.getByRole("link", { name: "sign out of Example" }).click();
      await page.waitForURL(`${provider.issuer}/**`);
    },
    PATIENCE_MS,
  );

  test(
    "a reason that there is none of is not shown",
    async () => {
      const { page } = await open("/sign-in?refused=constructor");
      await page.getByRole("link", { name: "Sign in with Example" }).waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    },
    PATIENCE_MS,
  );
});
