/** Which texts are e-mail addresses. */
import { expect, test } from "bun:test";
import { emailAddress } from "../../../../src/settings/values.ts";
import { RECIPIENTS } from "../../../../src/insights/integrations/email/email-address.ts";

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "Ada <ada@example.com>",
  "ada@example.com, grace@example.com",
  "ada@example.com\r\nBcc: mallory@evil.example",
  "ada@example.com\n",
  "ada @example.com",
  "ada@exa mple.com",
  '"ada"@example.com',
  "ada@[127.0.0.1]",
  `${"a".repeat(65)}@example.com`,
])("%j is none", (text) => {
  expect(emailAddress.safeParse(text).success).toBeFalse();
});

test.each(["ada@example.com", "ada.lovelace+week@mail.example.co.uk", "root@localhost"])(
  "%s is one",
  (text) => {
    expect(emailAddress.safeParse(text).success).toBeTrue();
  },
);

test("a message goes to one person at least and to twenty at most", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);
  expect([0, 1, 20, 21].map((count) => RECIPIENTS.safeParse(many(count)).success)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
