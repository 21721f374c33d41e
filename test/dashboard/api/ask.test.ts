/** What people read when the API refuses something. */
import { describe, expect, test } from "bun:test";
import { ask } from "../../../embedded/dashboard/api/ask.ts";

function refused(value: unknown): Promise<string> {
  const answer = { data: null, error: { status: 400, value }, response: new Response(null, { status: 400 }) };
  return ask(Promise.resolve(answer)).catch(({ message }: Error) => message);
}

describe("a refusal", () => {
  test("says itself what its errors name, which nobody sees", async () => {
    const detail = "The request is not valid; errors names what to change.";
    const errors = [{ path: "url", message: "expected an address" }];
    expect(await refused({ detail, errors })).toBe("This is not valid: url: expected an address.");
    expect(await refused({ detail, errors: [] })).toBe(detail);
  });

  test("keeps the program's own words", async () => {
    const errors = [{ path: "developer", message: "expected an e-mail" }];
    expect(await refused({ detail: "Unknown developer.", errors })).toBe("Unknown developer.");
  });

  test("without a reason says where there is one", async () => {
    expect(await refused(null)).toBe("The server gave no reason; its log has one.");
  });
});
