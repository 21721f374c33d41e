/** Budgets, guardrails and the weekly check-in in a real browser, on the demo's data. */
import { beforeAll, describe, expect, test } from "bun:test";
import { chromiumPath } from "../../scripts/browser/open-browser.ts";
import { eventually } from "../eventually.ts";
import { browseCopyOfDemo } from "./browsed-demo.ts";
import { chooseIn } from "./choose.ts";
import { expectSound, leave, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))(
  "governance and check-in in a browser",
  () => {
    const { open, makeKey } = browseCopyOfDemo();
    let ownKey: string;

    beforeAll(async () => {
      ownKey = await makeKey("chiara.conti@example.com");
    }, PATIENCE_MS);

    test(
      "an admin sets a budget and a guardrail, sees their state, and removes them",
      async () => {
        const watched = await open("/governance");
        const { page } = watched;
        const ofDemo = page.getByRole("button", { name: /^Remove the budget: Everybody/ });
        await ofDemo.click();
        await page.getByText("No budget or guardrail is set.").waitFor();
        await chooseIn(page, "Whose", "Chiara Conti");
        await page.getByLabel("USD a month").fill("0.01");
        await page.getByRole("button", { name: "Set the budget" }).click();
        const budgets = page.getByRole("table", { name: "Budgets" });
        await budgets.getByRole("row", { name: /Chiara Conti.+0\.01/ }).waitFor();
        await page.getByLabel("Models").fill("no-such-model");
        await page.getByRole("button", { name: "Set the guardrail" }).click();
        await page.getByRole("row", { name: /Only these models: no-such-model/ }).waitFor();
        await expectSound(watched);
        await page.getByRole("button", { name: /^Remove the budget: Chiara Conti/ }).click();
        await page.getByText("A budget is what a calendar month may cost").waitFor();
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a member sees how rules are and has no form",
      async () => {
        const { page } = await open("/governance", { key: ownKey });
        await page.getByText("Administrators set them.").first().waitFor();
        expect(await page.getByRole("button", { name: "Set the budget" }).count()).toBe(0);
        // nor a page in the sidebar where only administrators can do something
        expect(await page.getByRole("link", { name: "Schedules" }).count()).toBe(0);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "somebody answers this week's check-in with the keyboard, and finds the answer again",
      async () => {
        const watched = await open("/check-in", { key: ownKey });
        const { page } = watched;
        await page.getByText("How content are you with your work with agents this week?").waitFor();
        await page.getByRole("button", { name: "4", exact: true }).focus();
        await page.keyboard.press("Enter");
        await page.getByLabel("Why, if you like").fill("Fewer stalls");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.getByText("This week you are mostly content: 4 of 5.").waitFor();
        await expectSound(watched);
        await page.reload();
        const why = page.getByLabel("Why, if you like");
        await eventually(async () => (await why.inputValue()) === "Fewer stalls");
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "whoever signs in with a key that is nobody's is asked nothing",
      async () => {
        const { page } = await open("/check-in");
        await page.getByText("This is a shared key.").waitFor();
        await page.getByText("No week has five answers yet").waitFor();
        expect(await page.getByText("Fewer stalls").count()).toBe(0);
        leave(page);
      },
      PATIENCE_MS,
    );
  },
);
