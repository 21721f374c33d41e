import { describe, expect, test } from "bun:test";
import { withRecent } from "../../../embedded/dashboard/frame/recent-pages.ts";

const page = (address: string) => ({ address, title: address });

describe("recent pages", () => {
  test("have a page once, the newest first, whatever its parameters", () => {
    const before = [page("/team"), page("/sessions?days=7")];
    expect(withRecent(before, page("/sessions?days=90"))).toEqual([page("/sessions?days=90"), page("/team")]);
  });

  test("are few", () => {
    let recent: ReturnType<typeof withRecent> = [];
    for (let index = 0; index < 40; index += 1) recent = withRecent(recent, page(`/sessions/${index}`));
    expect(recent).toHaveLength(12);
    expect(recent[0]).toEqual(page("/sessions/39"));
  });
});
