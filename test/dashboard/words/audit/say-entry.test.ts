import { describe, expect, test } from "bun:test";
import {
  sayAction,
  type SaidEntry,
  sayRead,
  sayWhat,
  sayWho,
} from "../../../../embedded/dashboard/words/audit/say-entry.ts";

const actor = (kind: SaidEntry["actor"]["kind"], name: string | null) => ({ actor: { kind, name } });

describe("an entry of the audit log", () => {
  test("says who acted, and that nobody knows a purged person any more", () => {
    expect(sayWho(actor("key", "Ada's key"))).toBe("Ada's key");
    expect(sayWho(actor("account", null))).toBe("a removed person");
    expect(sayWho(actor("command_line", "ada"))).toBe("ada (command line)");
    expect(sayWho(actor("command_line", null))).toBe("somebody (command line)");
    expect(sayWho(actor("server", null))).toBe("the server");
    expect(sayWho(actor("nobody", null))).toBe("nobody known");
  });

  test("says to whom or what, with its details and without random ids", () => {
    const details = { role: "member", developer: "3f0e4a58-6e3f-4d5e-9d0c-0a9d1f5b7c11", reason: null };
    const target = { kind: "key", id: "random", name: "laptop" } as const;
    expect(sayWhat({ target, details })).toBe("key laptop, role: member");
    expect(sayWhat({ target: { ...target, name: null }, details: {} })).toBe("a removed key");
    expect(sayWhat({ target: { kind: "developer", id: "r", name: null }, details: {} })).toBe(
      "a removed person",
    );
    expect(sayWhat({ target: null, details: {} })).toBe("");
  });

  test("says what was done, and to the person whose it is what was read", () => {
    expect(sayAction({ action: "person_purged" })).toBe("Purged a person");
    expect(sayRead({ action: "records_read" })).toBe("records as they were sent");
  });
});
