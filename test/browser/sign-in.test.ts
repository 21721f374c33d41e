/** Signing in and out, the first record, and a server that goes away, in a real browser on a new server. */
import { describe, expect, test } from "bun:test";
import { chromiumPath, openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { capturedSessions } from "../../src/demo/captured.ts";
import { eventually } from "../eventually.ts";
import { violationsOf } from "./axe.ts";
import { browseNewServer } from "./browsed-server.ts";
import { PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";
import { fetchAgain } from "../fetch-again.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("a new server in a browser", () => {
  const browsed = browseNewServer();

  let kept: WatchedPage | undefined;

  /** Without a cookie; it is the page of the test before, where that passed. */
  async function open(path: string, theme: "light" | "dark" = "light"): Promise<WatchedPage> {
    const watched = kept ?? (await openPage(browsed.browser, browsed.server.url));
    kept = undefined;
    const { page } = watched;
    page.setDefaultTimeout(PATIENCE_MS);
    await page.emulateMedia({ colorScheme: theme });
    await page.context().clearCookies();
    await page.goto(path, { waitUntil: "commit" });
    watched.complaints.length = 0;
    watched.strays.length = 0;
    await page.waitForLoadState();
    return watched;
  }

  async function signIn({ page }: WatchedPage, key: string): Promise<void> {
    await page.getByLabel("Key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  test(
    "every page asks who is there first, and opens once that is known",
    async () => {
      const watched = await open("/connect?agent=codex");
      const { page } = watched;
      await page.waitForURL(/sign-in/);
      await signIn(watched, browsed.server.keys.admin);
      await page.waitForURL(/\/connect\?agent=codex$/);
      await page.getByRole("button", { name: "Codex", pressed: true }).waitFor();
      kept = watched;
    },
    PATIENCE_MS,
  );

  test.each(["light", "dark"] as const)(
    "a wrong key is reported at the field, in %s, and axe finds nothing",
    async (theme) => {
      const watched = await open("/sign-in", theme);
      const { page, strays } = watched;
      await signIn(watched, "scoring_0123");
      await page.getByText("a character is wrong or missing").waitFor();
      expect(await page.getByLabel("Key", { exact: true }).getAttribute("aria-invalid")).toBe("true");
      expect(await violationsOf(page)).toEqual([]);
      expect(strays).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      kept = watched;
    },
    PATIENCE_MS,
  );

  test(
    "says what each kind of key shows, and takes a pasted link in place of a key",
    async () => {
      const watched = await open("/sign-in");
      const { page } = watched;
      await page.getByText(new URL(browsed.server.url).host).waitFor();
      await page
        .getByRole("complementary", { name: "What you will see" })
        .getByText("A personal key")
        .waitFor();
      await signIn(watched, `${browsed.server.url}/sign-in#gone`);
      await page.getByText("This link does not sign in any more").waitFor();
      kept = watched;
    },
    PATIENCE_MS,
  );

  test(
    "the first record, turn and scores show while they arrive",
    async () => {
      const watched = await open("/sign-in");
      const { page, complaints } = watched;
      await signIn(watched, browsed.server.keys.admin);
      // nothing has arrived: the overview has nothing to show and leads here
      await page.getByText("Waiting for the first record").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Codex" }).click();
      await page.getByLabel(/^Or create the key here/).fill("ada@example.com");
      await page.getByRole("button", { name: "Create a key", exact: true }).click();
      await page.getByText("The settings below hold a new key for ada@example.com").waitFor();
      const settings = (await page.locator(".code").first().textContent()) ?? "";
      const key = /scoring_\w{38}/.exec(settings)?.[0] ?? "";
      expect(settings).not.toContain("API_KEY");
      const [session = []] = await capturedSessions(Date.now());
      for (const { path, body } of session) {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const sent = await fetchAgain(browsed.server.url + path, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        expect(sent.status).toBe(200);
      }
      await page.getByText("Records arrive", { exact: true }).waitFor();
      await page
        .locator(".arrive li", { hasText: "First turn" })
        .getByText(/^\d+ turns?$/)
        .waitFor();
      expect(complaints).toEqual([]);
      kept = watched;
    },
    PATIENCE_MS,
  );

  test(
    "signing out ends it: going back shows nothing, and the cookie is gone",
    async () => {
      const watched = await open("/sign-in");
      const { page } = watched;
      await signIn(watched, browsed.server.keys.member);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(/sign-in/);
      await page.goBack();
      await page.getByRole("heading", { name: "Sign in with your key" }).waitFor();
      expect(await page.context().cookies()).toEqual([]);
      kept = watched;
    },
    PATIENCE_MS,
  );

  async function signInElsewhere(key: string): Promise<string> {
    const signedIn = await fetch(`${browsed.server.url}/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "curl/8.5.0" },
      body: JSON.stringify({ key }),
    });
    return (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  }

  async function statusWith(cookie: string): Promise<number> {
    return (await fetch(`${browsed.server.url}/v1/session`, { headers: { cookie } })).status;
  }

  test(
    "the page of one's key lists where one is signed in, and signs the others out",
    async () => {
      const { member } = browsed.server.keys;
      const [first, second] = [await signInElsewhere(member), await signInElsewhere(member)];
      const watched = await open("/settings");
      const { page } = watched;
      await signIn(watched, member);
      const table = page.getByRole("table", { name: "Sign-ins" });
      await table.getByText("this browser").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await table.getByRole("button", { name: "Sign out curl" }).first().click();
      await eventually(async () => [await statusWith(first), await statusWith(second)].includes(401));
      await page.getByRole("button", { name: "Sign out all other browsers" }).click();
      await page.getByRole("button", { name: "Sign out all other browsers" }).waitFor({ state: "detached" });
      // the button has another name while it signs them out
      await eventually(async () => (await statusWith(first)) === 401 && (await statusWith(second)) === 401);
      expect(await table.getByText("this browser").isVisible()).toBe(true);
      kept = watched;
    },
    PATIENCE_MS,
  );

  test(
    "an admin finds everybody's sign-ins below the keys, and ends one",
    async () => {
      const lost = await signInElsewhere(browsed.server.keys.member);
      const watched = await open("/settings/keys");
      const { page } = watched;
      await signIn(watched, browsed.server.keys.admin);
      const table = page.getByRole("table", { name: "Sign-ins" });
      await table.getByText("this browser").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await table.getByRole("button", { name: "Sign out curl" }).click();
      await eventually(async () => (await statusWith(lost)) === 401);
      await table.getByRole("button", { name: "Sign out curl" }).waitFor({ state: "detached" });
      kept = watched;
    },
    PATIENCE_MS,
  );

  test(
    "a sign-in that ends elsewhere leads to the sign-in page",
    async () => {
      const watched = await open("/sign-in");
      const { page } = watched;
      await signIn(watched, browsed.server.keys.admin);
      await page.getByRole("link", { name: "Connect an agent" }).click();
      await page.request.delete("/v1/session", { headers: { origin: browsed.server.url } });
      await page.getByRole("heading", { name: "Sign in with your key" }).waitFor();
      kept = watched;
    },
    PATIENCE_MS,
  );

  test(
    "a server that goes away leaves what was shown, is reported as away, and is noticed when it is back",
    async () => {
      const watched = await open("/sign-in");
      const { page } = watched;
      await signIn(watched, browsed.server.keys.admin);
      await page.getByRole("link", { name: "Connect an agent" }).click();
      await page.locator(".code").first().waitFor();
      await browsed.server.stop();
      await page.locator("#main").getByText("The server does not answer").waitFor();
      expect(await page.locator(".code").first().isVisible()).toBe(true);
      await browsed.server.startAgain();
      await page.locator("#main").getByText("The server does not answer").waitFor({ state: "detached" });
      kept = watched;
    },
    PATIENCE_MS,
  );
});

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))(
  "a server on which keys sign in nobody",
  () => {
    const browsed = browseNewServer(() => ({
      SCORING_SIGN_IN_WITH_KEY: "false",
      SCORING_SIGN_IN_HOURS: "1",
    }));

    test(
      "asks for a one-time link instead, and axe finds nothing",
      async () => {
        const { page } = await openPage(browsed.browser, browsed.server.url);
        page.setDefaultTimeout(PATIENCE_MS);
        await page.goto("/sign-in");
        await page.getByRole("heading", { name: "Sign in with a link" }).waitFor();
        await page.getByText("You stay signed in for an hour").waitFor();
        expect(await page.getByLabel("Key", { exact: true }).count()).toBe(0);
        expect(await violationsOf(page)).toEqual([]);
        await page.getByLabel("Link", { exact: true }).fill("gone");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByText("This link does not sign in any more").waitFor();
      },
      PATIENCE_MS,
    );
  },
);
