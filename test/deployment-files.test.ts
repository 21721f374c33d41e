/** What docs/deploy/ has for systemd, Compose and Kubernetes; scripts/lint-deployment.ts has the linters' word on it. */
import { describe, expect, test } from "bun:test";
import { checkRole } from "../src/appliance/roles/check-role.ts";
import { ENVIRONMENT_NAMES } from "../src/settings/names.ts";
import { SETTINGS } from "../src/settings/schema.ts";
import { projectFiles, readText } from "./sources.ts";

const files = projectFiles().filter((path) => path.startsWith("docs/deploy/"));

describe("the files for deployment", () => {
  test("name only settings that exist", () => {
    const named = files.flatMap((path) => readText(path).match(/\bSCORING_\w+/g) ?? []);
    expect(named.filter((name) => !ENVIRONMENT_NAMES.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test("are all named by docs/scale-out.md", () => {
    const page = readText("docs/scale-out.md");
    expect(files.filter((path) => !page.includes(`(${path.replace("docs/", "")})`))).toEqual([]);
  });

  test.each(["compose.yaml", "kubernetes.yaml"])("%s gives each role what it needs", (file) => {
    const text = readText(`docs/deploy/${file}`);
    const natsUrl = ["nats://nats:4222"];
    const common = { dataDir: "/data", natsUrl };
    expect(() => checkRole(SETTINGS.parse({ ...common, role: "ingest" }))).toThrow("engine_url");
    for (const name of ["NATS_URL", "ENGINE_URL", "DATABASE", "OBJECTS", "PUBLIC_URL"])
      expect(text).toContain(`SCORING_${name}`);
  });
});
