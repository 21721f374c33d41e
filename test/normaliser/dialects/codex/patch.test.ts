/** Codex's patch format. */
import { describe, expect, test } from "bun:test";
import { appliesPatch, filesOfPatch } from "../../../../src/normaliser/dialects/codex/patch.ts";

const PATCH = `*** Begin Patch
*** Update File: src/a.ts
@@ class A
 kept
-  old
+  new
+  more
*** Add File: docs/b.md
+# B
+
*** Delete File: c.txt
*** Update File: d.ts
*** Move to: src/d.ts
@@
-x
+y
*** End Patch`;

describe("filesOfPatch", () => {
  test("gives each file with the lines it gains and loses", () => {
    expect(filesOfPatch(PATCH)).toEqual([
      { path: "src/a.ts", added: 2, removed: 1 },
      { path: "docs/b.md", added: 2, removed: 0 },
      { path: "c.txt", added: 0, removed: 0 },
      { path: "src/d.ts", added: 1, removed: 1 },
    ]);
  });

  test("ends with the patch, and finds the next one in the same command", () => {
    const command = `apply_patch <<'EOF'\n${PATCH}\nEOF\n+ not a line\napply_patch <<'EOF'\n*** Begin Patch\n*** Add File: e\n+1\n*** End Patch\nEOF`;
    expect(filesOfPatch(command).map((file) => [file.path, file.added])).toEqual([
      ["src/a.ts", 2],
      ["docs/b.md", 2],
      ["c.txt", 0],
      ["src/d.ts", 1],
      ["e", 1],
    ]);
  });

  test("gives nothing for text without a patch", () => {
    expect(filesOfPatch("ls -la")).toEqual([]);
  });
});

describe("appliesPatch", () => {
  test.each([
    `apply_patch <<'EOF'\n${PATCH}\nEOF`,
    `cd sub && apply_patch <<'EOF'\n${PATCH}\nEOF`,
    `bash -lc 'apply_patch <<EOF\n${PATCH}\nEOF'`,
    `apply_patch '${PATCH}'`,
  ])("knows a command that applies one", (command) => {
    expect(appliesPatch(command)).toBe(true);
  });

  test.each(["which apply_patch", "grep -n apply_patch src", `cat <<'EOF' > p\n${PATCH}\nEOF`])(
    "knows that %p applies none",
    (command) => {
      expect(appliesPatch(command)).toBe(false);
    },
  );
});
