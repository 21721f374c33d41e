/** Schedules in a real browser, on the demo's data: made, changed, run, paused and deleted; seen by members. */
import { describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { browseCopyOfDemo } from "./browsed-demo.ts";
import { chooseIn } from "./choose.ts";
import { expectSound, expectSoundInAllLooks, leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

const PATH = "/v1/reports/schedules";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))("schedules in a browser", () => {
  const browsed = browseCopyOfDemo();

  const open = (key?: string) => browsed.open("/schedules", key === undefined ? {} : { key });

  async function post<Answer>(path: string, body: object): Promise<Answer> {
    const { url, key } = browsed.demo;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Answer;
  }

  test(
    "an admin makes one and sees its times while typing, changes, pauses and deletes it",
    async () => {
      const watched = await open();
      const { page } = watched;
      await page.getByText("No scheduled reports yet").waitFor();
      await page.getByText("Advanced: a cron expression").click();
      await page.getByLabel("Cron expression").fill("0 25 * * *");
      await page.getByText("This is not a cron expression.").waitFor();
      await page.getByLabel("Cron expression").fill("0 0 29 2 *");
      await page.getByLabel("Time zone").fill("Asia/Kathmandu");
      await page.getByText("Tue 29 Feb, 00:00").first().waitFor();
      await page.getByLabel("How often").selectOption({ label: "Every week" });
      await page
        .locator(".firings")
        .getByText(/^Mon .+, 08:00$/)
        .first()
        .waitFor();
      await page.getByLabel("Name").fill("Leads");
      await chooseIn(page, "About", "Chiara Conti");
      await page.getByRole("combobox", { name: "Labels" }).click();
      await page.keyboard.type("shop");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Remove Team: shop" }).waitFor();
      await page.getByLabel("Add a written summary").uncheck();
      await page.getByRole("button", { name: "Create the schedule" }).click();
      await page.getByText(/^The next report is “Leads”: Mon .+, 08:00 in Asia\/Kathmandu\.$/).waitFor();

      await page.getByRole("button", { name: "About Leads" }).click();
      await page.getByText("the week before, of Chiara Conti").last().waitFor();
      await page.getByText("none: only the numbers").waitFor();
      await page.getByRole("definition").filter({ hasText: "Team: shop" }).waitFor();
      await page.getByText("It has not run yet.").waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByText("Every schedule is paused.").waitFor();
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByLabel("Name").fill("Team leads");
      await page.getByRole("button", { name: "Remove Team: shop" }).click();
      await page.getByLabel("Add a written summary").check();
      await page.getByRole("button", { name: "Save the changes" }).click();
      await page.getByRole("cell", { name: "Team leads", exact: true }).waitFor();
      await page.getByText("by the judge model, if one is set").waitFor();
      await page.getByText("any label: all of it").waitFor();
      await expectSound(watched);

      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete the schedule" }).click();
      await page.getByText("No scheduled reports yet").waitFor();
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "a member sees the one that is about them, and can change nothing",
    async () => {
      const about = { cron: "@weekly", timezone: "UTC", window: "week" };
      const wished = [
        { ...about, name: "About Chiara", developer: "chiara.conti@example.com" },
        { ...about, name: "About everybody" },
      ];
      for (const wish of wished) await post(PATH, wish);
      const { page } = await open(await browsed.makeKey("chiara.conti@example.com"));
      await page.getByRole("button", { name: "About About Chiara" }).click();
      await page.getByText("It has not run yet.").waitFor();
      expect(await page.getByText("About everybody").count()).toBe(0);
      for (const name of ["Run now", "Pause", "Delete", "Create the schedule"])
        expect(await page.getByRole("button", { name }).count()).toBe(0);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "an admin runs one now and sees what comes of it, with a link to the report",
    async () => {
      const { page } = await open();
      await page.getByRole("button", { name: "About About everybody" }).click();
      await page.getByRole("button", { name: "Run now" }).click();
      await page.getByRole("table", { name: "Runs of About everybody" }).getByText("done").waitFor();
      await page.getByRole("link", { name: "read" }).click();
      await page.waitForURL(/\/reports\/[\w-]+$/);
      leave(page);
    },
    PATIENCE_MS,
  );

  test(
    "with one unfolded it is sound in both themes, wide and on a phone",
    async () => {
      const watched = await open();
      await watched.page.getByRole("button", { name: "About About everybody" }).click();
      await watched.page.getByRole("row", { name: /done read/ }).waitFor();
      await expectSoundInAllLooks(watched);
      leave(watched.page);
    },
    PATIENCE_MS,
  );
});
