import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeSettings, shownSecrets } from "../../src/settings/describe.ts";
import { describeSettingsProblems, type LoadedSettings, readSettings } from "../../src/settings/read.ts";
import type { SettingName } from "../../src/settings/schema.ts";
import type { Flags } from "../../src/settings/sources.ts";

function directoryWith(toml: string): string {
  const directory = mkdtempSync(join(tmpdir(), "settings-"));
  writeFileSync(join(directory, "scoring.toml"), toml);
  return directory;
}

function problemsOf(flags: Flags, environment: Record<string, string> = {}): string {
  const outcome = readSettings(flags, environment);
  if (outcome.ok) throw new Error("these settings were accepted");
  return describeSettingsProblems(outcome.problem);
}

function load(flags: Flags, environment: Record<string, string> = {}): LoadedSettings {
  const outcome = readSettings(flags, environment);
  if (!outcome.ok) throw new Error(describeSettingsProblems(outcome.problem));
  return outcome.value;
}

describe("settings that are refused", () => {
  test("an unknown key of the file is named with its nearest neighbour", () => {
    const directory = directoryWith('listn = "0.0.0.0:1"');
    expect(problemsOf({ "data-dir": directory })).toBe(
      `listn in ${join(directory, "scoring.toml")}: unknown setting; did you mean listen?`,
    );
  });

  test("an unknown key that several names hold is answered with all of them", () => {
    expect(problemsOf({ "data-dir": directoryWith("retention = 3") })).toContain(
      "did you mean raw_retention_days or report_retention_days?",
    );
    expect(problemsOf({ "data-dir": directoryWith("zebra = 3") })).toContain(
      "scoring config print lists them all",
    );
  });

  test("a file that is no TOML is reported with the line", () => {
    expect(problemsOf({ "data-dir": directoryWith('listen = "0.0.0.0:1"\noffline = = 1') })).toContain(
      "cannot be read as TOML: line 2: ",
    );
  });

  test("an unknown variable is named with its nearest neighbour", () => {
    expect(problemsOf({}, { SCORING_OFLINE: "1" })).toContain("did you mean SCORING_OFFLINE?");
  });

  test("an empty one is reported in plain words", () => {
    expect(problemsOf({}, { SCORING_LLM_MODEL: "" })).toBe(
      "SCORING_LLM_MODEL: expected at least 1 character",
    );
  });

  test("a setting that is no secret cannot be read from a file", () => {
    expect(problemsOf({}, { SCORING_LISTEN_FILE: "/x" })).toContain("unknown setting");
  });

  test("the data directory cannot are inside itself", () => {
    expect(problemsOf({ "data-dir": directoryWith('data_dir = "x"') })).toContain(
      "cannot be set in its own file",
    );
  });

  test("a file that is no TOML is said to be none", () => {
    expect(problemsOf({ "data-dir": directoryWith("listen = = 1") })).toContain("cannot be read as TOML");
  });

  test("a secret and its file at once are refused", () => {
    const twice = { SCORING_LLM_API_KEY: "a", SCORING_LLM_API_KEY_FILE: "/b" };
    expect(problemsOf({}, twice)).toContain("not both");
  });

  test("a secret's file that is missing is named", () => {
    expect(problemsOf({}, { SCORING_LLM_API_KEY_FILE: "/nowhere/key" })).toContain(
      "/nowhere/key cannot be read",
    );
  });

  test.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "::1/129", "10.0.0"])(
    "a trusted proxy is an address or a network, not %p",
    (text) => {
      expect(problemsOf({ "trusted-proxies": text })).toContain("expected IP addresses or networks");
    },
  );

  test("every problem is reported at once", () => {
    expect(problemsOf({ listen: "here" }, { SCORING_BODY_LIMIT_BYTES: "huge" }).split("\n")).toHaveLength(2);
  });

  test.each([
    ["listen", "127.0.0.1"],
    ["listen", "127.0.0.1:70000"],
    ["body-limit-bytes", "20 MB"],
    ["raw-retention-days", "-1"],
    ["raw-retention-days", "1.5"],
    ["report-retention-days", "0"],
    ["offline", "perhaps"],
    ["capture-mode", "everything"],
  ])("--%s %s is no value", (flag, value) => {
    expect(problemsOf({ [flag]: value })).toStartWith(`--${flag}: `);
  });
});

describe("precedence", () => {
  const toml = 'listen = "127.0.0.3:3"\nraw_retention_days = 3\nredact_emails = false\n';
  const flags = { "data-dir": directoryWith(toml), listen: "127.0.0.1:1" };
  const loaded = load(flags, { SCORING_LISTEN: "127.0.0.2:2", SCORING_RAW_RETENTION_DAYS: "2" });

  test("a flag beats the environment", () => {
    expect(loaded.settings.listen).toEqual({ hostname: "127.0.0.1", port: 1 });
  });

  test("the environment beats the file", () => {
    expect(loaded.settings.rawRetentionDays).toBe(2);
  });

  test("the file beats the default", () => {
    expect(loaded.settings.redactEmails).toBe(false);
  });

  test("each value knows where it came from", () => {
    const names: SettingName[] = ["listen", "rawRetentionDays", "redactEmails", "offline"];
    const origins = names.map((name) => loaded.origins[name].from);
    expect(origins).toEqual(["flag", "environment", "file", "default"]);
  });
});

describe("values", () => {
  test("sizes are written with units or in bytes", () => {
    expect(load({ "body-limit-bytes": "1.5KiB" }).settings.bodyLimitBytes).toBe(1536);
    expect(load({ "body-limit-bytes": "77" }).settings.bodyLimitBytes).toBe(77);
  });

  test("several origins are separated by commas in the environment and repeated as flags", () => {
    const both = ["https://a", "https://b"];
    expect(load({}, { SCORING_CORS_ORIGIN: "https://a, https://b" }).settings.corsOrigin).toEqual(both);
    expect(load({ "cors-origin": both }).settings.corsOrigin).toEqual(both);
  });

  test("variables meant for clients on the same machine are not read", () => {
    expect(load({}, { SCORING_API_KEY: "scoring_x" }).settings.offline).toBe(false);
  });

  test("a secret's file is read without its line end", () => {
    const path = join(directoryWith(""), "key");
    writeFileSync(path, "hidden\n");
    expect(load({}, { SCORING_LLM_API_KEY_FILE: path }).settings.llmApiKey).toBe("hidden");
  });
});

describe("the description of settings", () => {
  const described = describeSettings(load({ "llm-api-key": "hidden", listen: "[::1]:4318" }));

  test("shows no secret", () => {
    expect(JSON.stringify(described)).not.toContain("hidden");
  });

  test("says which secrets were given where everybody sees them", () => {
    const shown = load({ "llm-api-key": "hidden" }, { SCORING_SLACK_CLIENT_SECRET: "hidden too" });
    expect(shownSecrets(shown)).toEqual([{ flag: "--llm-api-key", variable: "SCORING_LLM_API_KEY" }]);
  });

  test("shows each setting with its value, its place and what it is for", () => {
    expect(described.find((setting) => setting.name === "listen")).toMatchObject({
      value: "[::1]:4318",
      from: "flag",
      place: "--listen",
    });
    expect(described.filter((setting) => setting.summary === "")).toEqual([]);
  });
});
