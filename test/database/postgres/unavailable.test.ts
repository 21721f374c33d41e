import { describe, expect, test } from "bun:test";
import { isPassing, isRefused } from "../../../src/database/open.ts";
import { DatabaseUnavailable, OldServer } from "../../../src/database/postgres/unavailable.ts";

const connecting = (cause: Error) => new DatabaseUnavailable("connecting to PostgreSQL", { cause });
const ofServer = (code: string) => Object.assign(new Error("said"), { severity: "FATAL", code });
const ofSystem = (code: string) => Object.assign(new Error("said"), { code });

describe("a connection to PostgreSQL that is not made", () => {
  test.each([
    ["a wrong password", ofServer("28P01")],
    ["a database that does not exist", ofServer("3D000")],
    ["an old version", new OldServer("13.4", 14)],
    ["a certificate of somebody unknown", ofSystem("SELF_SIGNED_CERT_IN_CHAIN")],
  ])("because of %s is refused for good", (_, cause) => {
    expect(isRefused(connecting(cause))).toBe(true);
  });

  test.each([
    ["nobody listens", ofSystem("ECONNREFUSED")],
    ["its name is not known yet", ofSystem("ENOTFOUND")],
    ["it starts", ofServer("57P03")],
    ["it has no room", ofServer("53300")],
    ["nothing is answered", new Error("timeout expired")],
  ])("because %s may be made later", (_, cause) => {
    expect(isRefused(connecting(cause))).toBe(false);
    expect(isPassing(connecting(cause))).toBe(true);
  });
});

test.each(["40001", "40P01", "53100", "55P03", "57014", "57P01"])(
  "a statement that fails with %s may be repeated",
  (state) => {
    expect(isPassing(new Error("a query", { cause: ofServer(state) }))).toBe(true);
  },
);

test.each(["23505", "42P01", "22P02"])("a statement that fails with %s fails again", (state) => {
  expect(isPassing(ofServer(state))).toBe(false);
});
