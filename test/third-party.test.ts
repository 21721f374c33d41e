/** The notices name all that others wrote and the executable holds. */
import { describe, expect, test } from "bun:test";
import { FONTS, goModules, npmParts, SECRET_RULES } from "../scripts/third-party.ts";
import { readText } from "./sources.ts";

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
});
