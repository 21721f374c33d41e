/** `scoring keys link`: what it refuses first, then the link. */
import { describe, expect, test } from "bun:test";
import { dataDirectory } from "../command-line.ts";
import { run } from "../in-process.ts";

const { directory } = await dataDirectory();
const keys = (...args: string[]) => run(["keys", ...args, "--data-dir", directory]);

async function made(...args: string[]): Promise<{ id: string }> {
  return JSON.parse((await keys("create", "--json", ...args)).out) as { id: string };
}

describe("scoring keys link", () => {
  test("refuses a key that is not there or was revoked", async () => {
    const { id } = await made();
    await keys("revoke", id);
    for (const [asked, words] of [
      ["nobody", "unknown key id: nobody"],
      [id, "this key was revoked or has ended"],
    ] as const) {
      const ended = await keys("link", asked);
      expect([ended.code, ended.out]).toEqual([1, ""]);
      expect(ended.err).toContain(words);
    }
  });

  test("prints a link at the address that people reach the server by", async () => {
    const { id } = await made("--role", "admin");
    const { code, out } = await keys("link", id, "--public-url", "https://scoring.example.com");
    expect(code).toBe(0);
    expect(out).toMatch(/^https:\/\/scoring\.example\.com\/sign-in#[\w-]{43}\nSigns in once, until /);
    const { url, expiresAt } = JSON.parse((await keys("link", id, "--json")).out) as Record<string, string>;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in#[\w-]{43}$/);
    expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect((await run(["audit", "list", "--data-dir", directory])).out).toContain("Made a one-time link");
  });
});
