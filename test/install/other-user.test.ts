/** What another user of the machine can do to an install, and what an install by root does to another user's checkout. */
import { afterEach, describe, expect, test } from "bun:test";
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSkipped } from "../skipped.ts";
import { newCheckout, newFolder } from "./checkout.ts";

const PREFIX = ["--prefix", "/opt/tools"];
const NOBODY = 65_534;
const LINE = "# not of this program";

const seen = join(newFolder(), "seen");
afterEach(() => rmSync(seen, { force: true }));

/**
 * Next to every name in the folder for temporary files, which everybody may list, it makes the names that an install
 * might open next: a list of installed files that names the victim, and lines for what is put in place.
 */
function plantBeside(victim: string): string {
  return [
    'for name in "$TMPDIR"/*; do',
    `stat -c "%F %a" "$name" >>'${seen}'`,
    `printf 'file %s %s\\n' "$(cksum <"$DESTDIR${victim}" | tr ' ' -)" '${victim}' >"$name.before"`,
    'cp "$name.before" "$name.manifest"',
    `for planted in completion unit output; do echo '${LINE}' >"$name.$planted"; done`,
    "done",
  ].join("\n");
}

describe("another user who watches the folder for temporary files", () => {
  test("finds one folder that nobody else may enter, and changes nothing because of what is planted next to it", () => {
    const checkout = newCheckout({ whileBuilding: plantBeside("/victim") });
    writeFileSync(join(checkout.root, "victim"), "theirs");
    const { exitCode, said } = checkout.install([...PREFIX, "--systemd"]);
    expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
    expect(readFileSync(seen, "utf8")).toBe("directory 700\n");
    expect(readFileSync(join(checkout.root, "victim"), "utf8")).toBe("theirs");
    const files = checkout.placed().filter((path) => !path.endsWith("/"));
    const changed = files.filter((path) => readFileSync(join(checkout.root, path), "utf8").includes(LINE));
    expect(changed).toEqual([]);
    checkout.install(["--uninstall", ...PREFIX]);
    expect(checkout.placed()).toEqual(["/victim"]);
  });

  test("finds nothing when the install is over", () => {
    const checkout = newCheckout();
    checkout.install(PREFIX);
    expect(readdirSync(checkout.temporary)).toEqual([]);
  });
});

describe.skipIf(isSkipped(process.getuid?.() === 0, "root"))("an install by root", () => {
  test("builds in another user's checkout as that user", () => {
    const checkout = newCheckout({ whileBuilding: "id -u >built-by; echo $HOME >>built-by" });
    Bun.spawnSync(["chown", "-R", `${NOBODY}:${NOBODY}`, checkout.folder]);
    const { exitCode, said } = checkout.install(PREFIX);
    expect({ exitCode, said }).toMatchObject({ exitCode: 0 });
    const made = ["scoring", "built-by"].map((name) => statSync(join(checkout.folder, name)).uid);
    expect(made).toEqual([NOBODY, NOBODY]);
    expect(readFileSync(join(checkout.folder, "built-by"), "utf8")).toStartWith(`${NOBODY}\n`);
    expect(readFileSync(join(checkout.folder, "built-by"), "utf8")).not.toContain("/root");
    // what is put in place is root's all the same
    expect(statSync(join(checkout.root, "/opt/tools/bin/scoring")).uid).toBe(0);
  });

  test("builds in root's checkout as root", () => {
    const checkout = newCheckout({ whileBuilding: "id -u >built-by" });
    chownSync(checkout.folder, 0, 0);
    expect(checkout.install([]).exitCode).toBe(0);
    expect(readFileSync(join(checkout.folder, "built-by"), "utf8")).toBe("0\n");
    expect(existsSync(join(checkout.folder, "scoring"))).toBe(true);
  });
});
