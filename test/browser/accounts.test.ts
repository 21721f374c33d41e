/** The page of the accounts in a real browser: people are invited, changed, ended and let in again. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { chromiumPath, openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { addSignedIn } from "../appliance/signed-in-account.ts";
import { isSkipped } from "../skipped.ts";
import { browseNewServer } from "./browsed-server.ts";
import { expectSound, expectSoundInAllLooks, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";

const PATH = "/settings/accounts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the accounts in a browser", () => {
  const browsed = browseNewServer();

  function open(address = PATH, key = browsed.server.keys.admin): Promise<WatchedPage> {
    return openSignedIn(browsed.browser, { url: browsed.server.url, key }, { address });
  }

  async function invite(page: Page, email: string): Promise<void> {
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByText("The account was made").waitFor();
    await page.getByRole("button", { name: "Invite another person" }).click();
  }

  /** Opens a page as a person who is invited and signed in. */
  async function openAs(email: string, role: "member" | "admin", address: string): Promise<WatchedPage> {
    const { url, keys } = browsed.server;
    const { cookie } = await addSignedIn(browsed.server, keys, { email, role });
    const watched = await openPage(browsed.browser, url);
    const [name = "", value = ""] = cookie.split("=");
    await watched.page.context().addCookies([{ name, value, url }]);
    await watched.page.goto(address);
    return watched;
  }

  const rowOf = (page: Page, email: string) =>
    page.getByRole("table", { name: "Accounts" }).getByRole("row", { name: email });

  test(
    "are none at first: the page says what they are for, and how to begin",
    async () => {
      const watched = await open();
      await watched.page.getByRole("heading", { name: "Nobody has an account yet" }).waitFor();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );

  test(
    "a lead is invited with the keyboard, and not before there is a label",
    async () => {
      const watched = await open();
      const { page } = watched;
      const email = page.getByLabel("E-mail");
      await email.focus();
      await page.keyboard.type("grace@example.com");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Grace Hopper");
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("group", { name: "Reads sessions with" }).waitFor();
      const send = page.getByRole("button", { name: "Invite", exact: true });
      expect(await send.isDisabled()).toBe(true);
      await page.keyboard.press("Tab");
      await page.keyboard.type("platform");
      await page.getByText("A label is a name, a colon and a value").waitFor();
      await page.getByLabel("Label", { exact: true }).fill("team.id:platform");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Remove Team: platform" }).waitFor();
      await expectSoundInAllLooks(watched);
      await send.press("Enter");
      await page.getByText("may sign in as a lead").waitFor();
      await expectSound(watched);
      await rowOf(page, "grace@example.com").getByText("Team: platform").waitFor();
      await page.getByText("1 person may sign in as themselves, among them 1 lead.").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a person is changed from the list, and who has an account is not invited again",
    async () => {
      const watched = await open();
      const { page } = watched;
      await invite(page, "kim@example.com");
      await page.getByRole("link", { name: "kim@example.com" }).click();
      await page.waitForURL(/account=/);
      await page.getByLabel("Name").fill("Kim");
      await page.getByRole("radio", { name: "Admin" }).check();
      await expectSoundInAllLooks(watched);
      await page.getByRole("button", { name: "Save the changes" }).click();
      await page.getByRole("heading", { name: "Invite a person" }).waitFor();
      await rowOf(page, "kim@example.com Kim Admin").waitFor();
      await page.getByLabel("E-mail").fill("KIM@example.com");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByText("There is an account with this e-mail: change that one instead.").waitFor();
      // the browser notes every answer of 409 as an error
      expect(watched.strays).toEqual([]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an account ends after a question that says what stays, and is opened again",
    async () => {
      const watched = await open();
      const { page } = watched;
      await invite(page, "eva@example.com");
      await page.getByRole("link", { name: "eva@example.com" }).click();
      await page.getByRole("button", { name: "End the account…" }).click();
      const question = page.getByRole("dialog", { name: "End the account of eva@example.com?" });
      await question.getByText("their keys, so their agents go on sending").waitFor();
      await expectSound(watched);
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "End the account…" }).click();
      await question.getByRole("button", { name: "End the account" }).click();
      await rowOf(page, "eva@example.com")
        .getByText(/^ended \d/)
        .waitFor();
      await page.getByRole("button", { name: "Open again" }).click();
      await rowOf(page, "eva@example.com").getByText("invited").waitFor();
      await expectSound(watched);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a link signs the person in, once, and is shown once",
    async () => {
      const watched = await open();
      const { page } = watched;
      await page.getByLabel("E-mail").fill("lin@example.com");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByRole("button", { name: "Make a sign-in link" }).click();
      await page.getByText("The link was made").waitFor();
      await expectSoundInAllLooks(watched);
      const link = (await page.locator(".command code").textContent()) ?? "";
      expect(link).toStartWith(`${browsed.server.url}/sign-in#`);
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("button", { name: "Make a sign-in link" }).waitFor();
      expect((await page.content()).includes(link)).toBe(false);
      leave(page);

      const { page: theirs } = await openPage(browsed.browser, browsed.server.url);
      await theirs.goto(link);
      await theirs.getByRole("link", { name: /^Signed in as lin.* member$/ }).waitFor();
      await theirs.context().clearCookies();
      await theirs.goto("/sign-in");
      await theirs.goto(link);
      await theirs.getByText("This link does not sign in any more").waitFor();
      await theirs.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "are searched and sorted, and an account that is not there is said to be none",
    async () => {
      const watched = await open();
      const { page } = watched;
      await invite(page, "zoe@example.com");
      const emails = page.getByRole("table", { name: "Accounts" }).locator("tbody a.to");
      await page.getByRole("button", { name: "E-mail" }).click();
      await page.waitForURL(/sort=-email/);
      await emails.first().getByText("zoe@example.com").waitFor();
      await page.getByRole("searchbox", { name: "Search accounts" }).fill("nobody at all");
      await page.getByText("No account matches “nobody at all”.").waitFor();
      await page.goto(`${PATH}?account=00000000-0000-4000-8000-000000000000`);
      await page.getByRole("heading", { name: "Nobody here has that account" }).waitFor();
      await expectSound(watched);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a member is called by name, reads what the role allows, and finds no page of administrators",
    async () => {
      const watched = await openAs("mia@example.com", "member", "/settings");
      const { page, complaints } = watched;
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.waitForURL(/settings\/account/);
      await page.getByText("You are signed in as mia@example.com.").waitFor();
      await page.getByText("You read everything about your own work").waitFor();
      await page.getByRole("link", { name: /^Signed in as mia.* member$/ }).waitFor();
      await expectSoundInAllLooks(watched);
      await page.goto(PATH);
      await page.getByRole("heading", { name: "Accounts: for administrators" }).waitFor();
      await page.getByText("You are signed in as a member, which cannot change settings.").waitFor();
      await expectSoundInAllLooks(watched);
      expect(asked.filter((path) => path.startsWith("/v1/admin"))).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  test(
    "an admin may change the own name, and leaves the own role and end to another admin",
    async () => {
      const watched = await openAs("root@example.com", "admin", PATH);
      const { page } = watched;
      await page.getByRole("link", { name: "root@example.com", exact: true }).click();
      await page.getByText("This is your own account").waitFor();
      expect(await page.getByRole("radio", { name: "Member" }).isDisabled()).toBe(true);
      expect(await page.getByRole("button", { name: "End the account…" }).count()).toBe(0);
      await expectSound(watched);
      await page.getByLabel("Name").fill("Root");
      await page.getByRole("button", { name: "Save the changes" }).click();
      await rowOf(page, "root@example.com Root Admin").waitFor();
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
