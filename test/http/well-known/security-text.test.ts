/** Whom to write to about a flaw, as whoever runs the server says. */
import { afterAll, describe, expect, test } from "bun:test";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { NOW } from "../../identity/identity-database.ts";
import { type Door, openDoor } from "../open-door.ts";

const PATH = "/.well-known/security.txt";
const doors: Door[] = [];
afterAll(() => Promise.all(doors.map(({ server }) => server.stop(100))));

async function open(changes: Parameters<typeof openDoor>[0]): Promise<Door> {
  const door = await openDoor(changes);
  doors.push(door);
  return door;
}

const contactOf = (securityContact: string) => SETTINGS.parse({ securityContact }).securityContact;

describe("a contact", () => {
  test.each([
    "http://example.com/security",
    "nobody",
    "mailto:a@example.com\nExpires: 2099-01-01T00:00:00Z",
    "https://example.com/a b",
    "javascript:alert(1)",
    "tel:",
    "",
  ])("%p is refused", (contact) => {
    expect(() => contactOf(contact)).toThrow("expected an e-mail address, or one that begins with https:");
  });

  test.each([
    ["security@example.com", "mailto:security@example.com"],
    ["mailto:security@example.com", "mailto:security@example.com"],
    ["https://example.com/security", "https://example.com/security"],
    ["tel:+1-201-555-0123", "tel:+1-201-555-0123"],
  ])("%s is shown as %s", (contact, shown) => {
    expect(contactOf(contact)).toBe(shown);
  });
});

describe("security.txt", () => {
  test("is 404 where nobody is named, with a key, without one, and for a browser", async () => {
    const door = await open({});
    const opened = { headers: { "sec-fetch-dest": "document" } };
    const answers = [
      await door.get(PATH),
      await door.get(PATH, door.keys.admin),
      await door.get(PATH, "", opened),
    ];
    for (const answer of answers)
      expect([answer.status, (await answer.json()) as unknown]).toEqual([
        404,
        expect.objectContaining({ detail: expect.stringContaining("security_contact") }),
      ]);
  });

  test("names the contact, and how long that holds", async () => {
    const door = await open({ securityContact: "mailto:security@example.com" });
    const answer = await door.get(PATH);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(await answer.text()).toBe(
      `Contact: mailto:security@example.com\nExpires: ${new Date(NOW + 360 * DAY).toISOString()}\n`,
    );
  });

  test("names the address that people know", async () => {
    const door = await open({
      securityContact: "https://example.com/security",
      publicUrl: "https://scoring.example",
    });
    expect(await (await door.get(PATH)).text()).toEndWith(
      "\nCanonical: https://scoring.example/.well-known/security.txt\n",
    );
  });

  test("is only read", async () => {
    const door = await open({});
    const answer = await door.get(PATH, door.keys.admin, { method: "PUT" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
