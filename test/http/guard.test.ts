import { describe, expect, test } from "bun:test";
import { createGuard } from "../../src/http/guard.ts";
import { mintKey } from "../../src/identity/keys/key.ts";
import { mintToken } from "../../src/identity/sign-ins/sign-in.ts";
import { fail } from "../../src/vocabulary/result.ts";

describe("a caller whose key cannot be looked up now", () => {
  test("is told to ask again later, and not that the key is wrong", async () => {
    const unread = fail({ kind: "unread" } as const);
    const guard = createGuard({
      keyring: { judge: () => unread, judgeId: () => unread },
      signIns: { keyOf: async () => unread },
      publicUrl: null,
    });
    const cookie = `scoring-session=${mintToken()}`;
    for (const headers of [{ authorization: `Bearer ${mintKey()}` }, { cookie }]) {
      const request = new Request("http://localhost/v1/admin/status", { headers });
      const response = await guard.admit(request, "/v1/admin/status");
      expect(response?.status).toBe(503);
      expect(response?.headers.get("www-authenticate")).toBeNull();
      expect(await response?.json()).toMatchObject({ status: 503, detail: expect.stringContaining("later") });
    }
  });
});
