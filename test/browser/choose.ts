/** Chooses in a combobox by typing, as a person does. */
import type { Locator, Page } from "playwright-core";

/**
 * Chooses an option.
 *
 * @param box - The combobox's label.
 * @param option - The option's whole text.
 */
export async function chooseIn(page: Page, box: string, option: string): Promise<void> {
  const input = page.getByRole("combobox", { name: box, exact: true });
  await input.fill(option);
  await optionsOf(page, box).filter({ hasText: option }).first().click();
}

/** Takes a choice back: the first option while nothing is typed. */
export async function chooseAllIn(page: Page, box: string): Promise<void> {
  await page.getByRole("combobox", { name: box, exact: true }).click();
  await optionsOf(page, box).first().click();
}

/** Not those of native selects. */
function optionsOf(page: Page, box: string): Locator {
  return page.getByRole("listbox", { name: box, exact: true }).getByRole("option");
}
