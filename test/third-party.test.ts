/** The notices name all that others wrote and the executable holds. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BUNDLED, FONTS, goModules, npmParts, SECRET_RULES } from "../scripts/third-party.ts";
import { readText, ROOT } from "./sources.ts";

const notices = readText("THIRD-PARTY-NOTICES.md");

describe("THIRD-PARTY-NOTICES.md, which scripts/run scripts/third-party.ts writes", () => {
  test.each(npmParts().map(({ name, version }) => `${name} ${version}`))("names %s", (part) => {
    expect(notices).toContain(`\n- ${part}`);
  });

  test.each(goModules().map(({ name, version }) => `${name} ${version}`))("names %s", (part) => {
    expect(notices).toContain(`\n- ${part}`);
  });

  test.each(FONTS.map(({ name, licence }) => [name, licence]))(
    "names the font %s with its licence",
    (name, licence) => {
      expect(notices).toContain(`\n- ${name}, OFL-1.1\n`);
      expect(notices).toContain(readText(licence).trim());
    },
  );

  test("names gitleaks' rules with their version, licence and its text", () => {
    const { name, version, licence } = SECRET_RULES;
    expect(notices).toContain(`\n- ${name} ${version}, ${licence}\n`);
    expect(notices).toContain(readText("embedded/secret-rules/LICENSE").trim());
  });

  test("reproduces the notice of what @bufbuild/protobuf has from Protocol Buffers, under BSD-3-Clause", () => {
    const [, entry = ""] = notices.split("\n- @bufbuild/protobuf ");
    const [text = ""] = entry.split("\n- ");
    expect(text).toContain("\nCopyright 2008 Google Inc.  All rights reserved.\n");
    expect(text).toContain("* Neither the name of Google Inc. nor");
    expect(text).toContain("EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.");
  });

  test("names what the MCP server's package is bundled from, with the licences", () => {
    const licences = readText(BUNDLED.licences).trim();
    expect(notices).toContain(`## Inside ${BUNDLED.by}\n\n\`\`\`text\n${licences}\n`);
    expect([...licences.matchAll(/^(\S+ [\d.]+), /gm)].map(([, part]) => part).toSorted()).toEqual(bundled());
  });
});

/** Returns names and versions; the validator that only Cloudflare's runtime loads is left out. */
function bundled(): string[] {
  const folder = `node_modules/${BUNDLED.by}/dist`;
  const files = readdirSync(join(ROOT, folder)).filter((name) => /^(?!cfWorker).*\.mjs$/.test(name));
  const parts = files
    .flatMap((name) => [
      ...readText(`${folder}/${name}`).matchAll(/^\/\/#region .*\.pnpm\/(\S+?)@([\d.]+)/gm),
    ])
    .map(([, name, version]) => `${name} ${version}`);
  return [...new Set(parts)].toSorted();
}
