/** Connecting a team in a real browser: a test record, and keys for a table of developers. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { browseNewServer } from "./browsed-server.ts";
import { expectSound, leave, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("the page that connects agents", () => {
  const browsed = browseNewServer();
  const open = () => {
    const { url, keys } = browsed.server;
    return openSignedIn(browsed.browser, { url, key: keys.admin }, { address: "/connect" });
  };

  test(
    "sends a test record, finds it, and revokes the key that it was sent with",
    async () => {
      const { page } = await open();
      await page.getByRole("button", { name: "Send a test record" }).click();
      await page.getByText(/^received and stored after/).waitFor();
      // it is no agent's
      await page.getByText("Waiting for the first record").waitFor();
      const { url, keys } = browsed.server;
      const headers = { authorization: `Bearer ${keys.admin}` };
      const answer = await (await fetch(`${url}/v1/admin/keys`, { headers })).json();
      const listed = (answer as { keys: { name: string; revokedAt: string | null }[] }).keys;
      const used = listed.filter(({ name }) => name === "test record of a page");
      expect(used.map(({ revokedAt }) => typeof revokedAt)).toEqual(["string"]);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "creates a key for each developer of a file, and names the lines that are wrong before",
    async () => {
      const watched = await open();
      const { page } = watched;
      const choose = (text: string) =>
        page
          .getByLabel(/CSV file/)
          .setInputFiles({ name: "team.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await choose("email\nnobody");
      await page.getByText("line 2: not an e-mail: nobody").waitFor();
      await choose("email,role\nada@example.com,member\nbo@example.com,");
      await page.getByRole("button", { name: "Create 2 keys" }).click();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save keys.csv" }).click();
      const path = join(mkdtempSync(join(tmpdir(), "keys-")), "keys.csv");
      await (await saving).saveAs(path);
      expect(await Bun.file(path).text()).toMatch(
        /^email,key\nada@example\.com,scoring_\w+\nbo@example\.com,scoring_\w+\n$/,
      );
      await expectSound(watched);
      leave(page);
    },
    PATIENCE_MS,
  );
});
