import { describe, expect, test } from "bun:test";
import { accountName, isService } from "../../../src/appliance/keys/accounts.ts";
import { personName } from "../../../src/appliance/keys/user-name.ts";

const ACCOUNTS = "root:x:0:0:root:/root:/bin/bash\nscoring:x:10001:10001::/data:/usr/sbin/nologin\n";

describe("the name of the operating system's user", () => {
  test("is never the stand-in for a user without the variable USER", () => {
    expect(personName() ?? "nobody").not.toMatch(/^(unknown)?$/);
  });

  test("is the name of the account with the number", () => {
    expect(accountName(ACCOUNTS, 10_001)).toBe("scoring");
  });

  test("names no person where the account has no login, as a service's has none", () => {
    expect([0, 10_001, 7].map((uid) => isService(ACCOUNTS, uid))).toEqual([false, true, false]);
    expect(isService("svc:x:9:9::/:/bin/false\n", 9)).toBe(true);
  });

  test("is not known for a number without an account", () => {
    expect(accountName(ACCOUNTS, 1)).toBeNull();
    expect(accountName("", 0)).toBeNull();
  });
});
