/** Pages of a server that has received nothing, and how commands and tabs fit a phone, in a real browser. */
import { describe, expect, test } from "bun:test";
import { chromiumPath, type WatchedPage } from "../../scripts/browser/open-browser.ts";
import { browseEmptyServer } from "./browsed-server.ts";
import { expectFits, expectSound, leave, type Look, openSignedIn, PATIENCE_MS } from "./looks.ts";
import { isSkipped } from "../skipped.ts";

const PHONE: Look = ["light", 390];

/** The lines that words are on, as a page draws them. */
const LINES_OF_COMMAND = `(() => {
  const code = document.querySelector(".command code");
  const lines = new Map();
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
    for (let at = 0; at < text.data.length; at += 1) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? "") + text.data[at]);
    }
  return [...lines.values()].map((line) => line.trim()).filter((line) => line !== "");
})()`;

describe.skipIf(isSkipped(chromiumPath() !== null, "chromium"))(
  "a server that has received nothing, in a browser",
  () => {
    const browsed = browseEmptyServer();

    const open = (address: string, look?: Look): Promise<WatchedPage> =>
      openSignedIn(
        browsed.browser,
        { url: browsed.server.url, key: browsed.server.keys.admin },
        { address, ...(look && { look }) },
      );

    test.each([
      "/sessions",
      "/sessions?list=tasks",
      "/usage",
      "/rightsizing",
      "/throttle",
      "/team",
      "/advisor",
      "/prompts",
      "/settings/coverage",
    ])(
      "%s says what will be here, and leads to connecting an agent",
      async (address) => {
        const watched = await open(address);
        const { page } = watched;
        await page.getByRole("heading", { name: "Nothing has arrived yet" }).waitFor();
        await page.getByText(/Here you will see .+\. Connect an agent/).waitFor();
        await page.getByText("scoring try").waitFor();
        await page.getByText("scoring demo --keep").waitFor();
        // except for a sentence it is the same on all of them
        await (address === "/sessions" ? expectSound : expectFits)(watched);
        await page.getByRole("main").getByRole("link", { name: "Connect an agent" }).click();
        await page.waitForURL(/\/connect$/);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "an address that no page has is named, and leads on",
      async () => {
        const { page } = await open("/sesions");
        await page.getByText("/sesions may be mistyped").waitFor();
        await page.getByRole("main").getByRole("link", { name: "Sessions" }).click();
        await page.getByRole("heading", { name: "Nothing has arrived yet" }).waitFor();
        // the server answers 404 for it, which the browser's console says
        await page.context().close();
      },
      PATIENCE_MS,
    );

    test.each([
      ["/governance", "Set the guardrail"],
      ["/schedules", "Create the schedule"],
    ])(
      "%s has its forms in whole rows, so that they end on one screen",
      async (address, button) => {
        const watched = await open(address);
        const { page } = watched;
        const last = page.getByRole("button", { name: button });
        await last.waitFor();
        const box = await last.boundingBox();
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(900);
        await expectFits(watched);
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "a long command is broken between its words on a phone, and copied as it is",
      async () => {
        const watched = await open("/settings/model", PHONE);
        const { page } = watched;
        await page.locator(".command code").first().waitFor();
        const lines = await page.evaluate<string[]>(LINES_OF_COMMAND);
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.join(" ")).toBe(
          "scoring serve --llm-base-url http://127.0.0.1:11434/v1 --llm-model qwen3-coder",
        );
        leave(page);
      },
      PATIENCE_MS,
    );

    test(
      "tabs that have no room fade at the edge, and come out from under it with the focus",
      async () => {
        const watched = await open("/settings/keys", PHONE);
        const { page } = watched;
        const tabs = page.getByRole("navigation", { name: "Settings" });
        await tabs.getByRole("link", { name: "Coverage" }).waitFor();
        const fade = await page.evaluate<string>(
          "getComputedStyle(document.querySelector('.tabs'), '::after').backgroundImage",
        );
        expect(fade).toStartWith("linear-gradient");
        await tabs.getByRole("link").first().focus();
        for (let tab = 1; tab < (await tabs.getByRole("link").count()); tab += 1)
          await page.keyboard.press("Tab");
        const last = await tabs.getByRole("link", { name: "Coverage" }).boundingBox();
        // the fade is 48 pixels wide and is behind the last tab
        expect(Math.floor((last?.x ?? Infinity) + (last?.width ?? 0))).toBeLessThanOrEqual(390 - 48);
        await expectSound(watched);
        leave(page);
      },
      PATIENCE_MS,
    );
  },
);
