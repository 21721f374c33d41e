/** Passkeys in a real browser, with a device that Chromium plays, on a real server of the executable. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Request } from "playwright-core";
import { chromiumPath, openPage, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { endAccount } from "../../src/identity/accounts/account.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { signInPerson, type SignedInPerson } from "../appliance/signed-in-person.ts";
import { isSkipped } from "../skipped.ts";
import { wholeSchema } from "../whole-schema.ts";
import { violationsOf } from "./axe.ts";
import { browseNewServer } from "./browsed-server.ts";
import { PATIENCE_MS } from "./looks.ts";
import { addDevice, type VirtualDevice } from "./virtual-device.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("passkeys in a browser", () => {
  const browsed = browseNewServer();
  /** Passkeys need a name. */
  const origin = () => browsed.server.url.replace("127.0.0.1", "localhost");
  const port = () => Number(new URL(browsed.server.url).port);

  let organizationId: string;
  let person: SignedInPerson;
  let watched: WatchedPage;
  let device: VirtualDevice;

  async function inDatabase<Value>(work: (database: ReturnType<typeof openDatabaseOf>) => Promise<Value>) {
    const database = openDatabaseOf(localStores(browsed.server.directory), "write");
    try {
      return await work(database);
    } finally {
      await database.destroy();
    }
  }

  async function signInAs({ cookie }: SignedInPerson): Promise<void> {
    const [name = "", value = ""] = cookie.split("=");
    await watched.page.context().addCookies([{ name, value, domain: "localhost", path: "/" }]);
  }

  async function addPasskey(name: string): Promise<void> {
    const { page } = watched;
    await page.goto("/settings/account");
    await page.getByLabel("Name of a new passkey").fill(name);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("cell", { name, exact: true }).waitFor();
  }

  /** Opens the page to sign in, signed out. */
  async function openSignIn(): Promise<void> {
    await watched.page.context().clearCookies();
    await watched.page.goto("/sign-in");
  }

  const clickPasskey = () => watched.page.getByRole("button", { name: "Sign in with a passkey" }).click();

  beforeAll(async () => {
    watched = await openPage(browsed.browser, origin());
    watched.page.setDefaultTimeout(PATIENCE_MS / 2);
    device = await addDevice(watched.page);
    const organizations = await inDatabase((database) =>
      wholeSchema(database).selectFrom("organizations").select("id").execute(),
    );
    organizationId = organizations[0]?.id ?? "";
  }, PATIENCE_MS);

  afterAll(() => watched.page.context().close());

  test(
    "are offered to nobody while nobody has an account",
    async () => {
      await openSignIn();
      await watched.page.getByRole("heading", { name: "Sign in with your key" }).waitFor();
      expect(await watched.page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
      const { directory, url } = browsed.server;
      person = await signInPerson({ directory, url, port: port() }, organizationId, "ada@example.com");
    },
    PATIENCE_MS,
  );

  test(
    "belong to people: the page says so to whoever signed in with a key",
    async () => {
      await openSignIn();
      const { page } = watched;
      await page.getByText("Sign in with a key instead").click();
      await page.getByLabel("Key", { exact: true }).fill(browsed.server.keys.admin);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "Settings", exact: true }).waitFor();
      await page.goto("/settings/account");
      await page.getByText("You signed in with a key").waitFor();
    },
    PATIENCE_MS,
  );

  test(
    "are not added while the question is cancelled, which is said",
    async () => {
      await watched.page.context().clearCookies();
      await signInAs(person);
      const { page } = watched;
      await device.recognise(false);
      await page.goto("/settings/account");
      await page.getByText("You have no passkey yet").waitFor();
      await page.getByLabel("Name of a new passkey").fill("Phone");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("No passkey was used: the question was closed").waitFor();
      await device.recognise(true);
    },
    PATIENCE_MS,
  );

  test(
    "are added and renamed by keyboard, in both themes, wide and on a phone, and axe finds nothing",
    async () => {
      const { page, complaints, strays } = watched;
      complaints.length = 0;
      await page.goto("/settings/account");
      await page.getByLabel("Name of a new passkey").focus();
      await page.keyboard.type("Phone");
      await page.keyboard.press("Enter");
      await page.getByRole("cell", { name: "Phone", exact: true }).waitFor();
      expect(await device.passkeys()).toHaveLength(1);
      await page.getByRole("button", { name: "Rename Phone" }).focus();
      await page.keyboard.press("Enter");
      await page.getByLabel("New name of “Phone”").waitFor();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("Work laptop");
      await page.keyboard.press("Enter");
      await page.getByRole("cell", { name: "Work laptop", exact: true }).waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await violationsOf(page)).toEqual([]);
        }
      }
      expect([complaints, strays]).toEqual([[], []]);
    },
    PATIENCE_MS,
  );

  test(
    "of a device that has one already are not added twice",
    async () => {
      const { page } = watched;
      await page.goto("/settings/account");
      await page.getByLabel("Name of a new passkey").fill("Again");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByText("This device has a passkey of yours already.").waitFor();
    },
    PATIENCE_MS,
  );

  test(
    "sign a person in, whose sign-in cannot be sent again",
    async () => {
      await openSignIn();
      const { page } = watched;
      expect(await violationsOf(page)).toEqual([]);
      const sent = page.waitForRequest((request: Request) => request.url().endsWith("/v1/session/passkey"));
      await clickPasskey();
      await page.waitForURL((url) => url.pathname !== "/sign-in");
      await page.goto("/settings/account");
      await page.getByText("You are signed in as ada@example.com.").waitFor();
      const body = (await sent).postData() ?? "";
      const again = await fetch(`${origin()}/v1/session/passkey`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: origin() },
        body,
      });
      expect([again.status, again.headers.get("set-cookie")]).toEqual([401, null]);
      expect(await again.text()).toContain("was sent twice");
    },
    PATIENCE_MS,
  );

  test(
    "sign nobody in whom the device does not recognise",
    async () => {
      await openSignIn();
      await device.recognise(false);
      await clickPasskey();
      await watched.page.getByText("No passkey was used: the question was closed").waitFor();
      await device.recognise(true);
      await clickPasskey();
      await watched.page.waitForURL((url) => url.pathname !== "/sign-in");
    },
    PATIENCE_MS,
  );

  test(
    "are not known at an address, where their page says so and the page to sign in offers none",
    async () => {
      const { page } = watched;
      const [name = "", value = ""] = person.cookie.split("=");
      await page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);
      await page.goto(`${browsed.server.url}/settings/account`);
      await page.getByText("Passkeys cannot be added at this address").waitFor();
      await page.context().clearCookies();
      await page.goto(`${browsed.server.url}/sign-in`);
      await page.getByRole("heading", { name: "Sign in with your key" }).waitFor();
      expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    "are not offered by a device under another name of the server",
    async () => {
      const { page } = watched;
      await page.goto(`http://other.localhost:${port()}/sign-in`);
      await clickPasskey();
      await page.getByText("No passkey was used: the question was closed").waitFor();
    },
    PATIENCE_MS,
  );

  test(
    "sign nobody in once they are removed",
    async () => {
      await openSignIn();
      await clickPasskey();
      const { page } = watched;
      await page.waitForURL((url) => url.pathname !== "/sign-in");
      await page.goto("/settings/account");
      await page.getByRole("button", { name: "Remove Work laptop" }).click();
      await page.getByRole("button", { name: "Remove the passkey" }).click();
      await page.getByText("You have no passkey yet").waitFor();
      await openSignIn();
      await clickPasskey();
      await page.getByText("This server does not accept this passkey.").waitFor();
      await device.clear();
    },
    PATIENCE_MS,
  );

  test(
    "sign nobody in once the account has ended",
    async () => {
      await signInAs(person);
      await addPasskey("Phone");
      await inDatabase((database) =>
        inTransaction(database, "full", (transaction) =>
          endAccount(transaction, { organizationId, id: person.accountId }, Date.now()),
        ),
      );
      await openSignIn();
      const { page } = watched;
      // nobody else has an account: once the server knows that, it offers no passkeys
      await page.goto("/sign-in");
      const ways = async () =>
        (await (await fetch(`${origin()}/v1/session/ways`)).json()) as { passkey: boolean };
      while ((await ways()).passkey);
      await page.reload();
      await page.getByRole("heading", { name: "Sign in with your key" }).waitFor();
    },
    PATIENCE_MS,
  );
});
