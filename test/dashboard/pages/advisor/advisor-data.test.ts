import "../../learned-names.ts";
import { describe, expect, test } from "bun:test";
import { sayCards, sayEffects } from "../../../../embedded/dashboard/pages/advisor/advisor-data.ts";
import { cardWith } from "../../parts/coach/cards.ts";

describe("the cards of a window", () => {
  test("are counted, with what most are about", () => {
    expect(sayCards([cardWith({})], 1, 30)).toBe(
      "1 card in these 30 days; it is about iteration efficiency.",
    );
    const mixed = [cardWith({}), cardWith({}), cardWith({ input: "crr" })];
    expect(sayCards(mixed, 3, 7)).toBe("3 cards in these 7 days; most are about iteration efficiency.");
    expect(sayCards([cardWith({}), cardWith({ input: "fc" })], 2, 7)).toBe("2 cards in these 7 days.");
    expect(sayCards(mixed, null, 90)).toBe("More than 10,000 cards in these 90 days.");
  });

  test("say nothing of those on other pages", () => {
    expect(sayCards([cardWith({})], 11, 30)).toBe("11 cards in these 30 days.");
  });
});

describe("their effects", () => {
  const up = cardWith({ effect: { before: 40, after: 60, interval: [10, 30], since: "seen" } });
  const same = cardWith({ effect: { before: 40, after: 45, interval: [-10, 20], since: "tried" } });

  test("are not spoken of before one is known", () => {
    expect(sayEffects([cardWith({})])).toBe("");
    expect(
      sayEffects([cardWith({ effect: { before: null, after: 50, interval: null, since: "seen" } })]),
    ).toBe("");
  });

  test("are left out where nobody has seen the card", () => {
    const unseen = { before: 40, after: 60, interval: [10, 30] as [number, number], since: "work" as const };
    expect(sayEffects([cardWith({ effect: unseen })])).toBe("");
  });

  test("are counted by what is clear", () => {
    expect(sayEffects([same])).toBe("The effect of one card is known: no clear change.");
    expect(sayEffects([up, same, cardWith({})])).toBe(
      "The effect of 2 is known: 1 is clearly up, none clearly down.",
    );
  });
});
