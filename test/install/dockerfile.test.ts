/** The Dockerfile, read as a builder reads it; hadolint reads it too where it is installed. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { readText, ROOT } from "../sources.ts";
import { newCheckout } from "./checkout.ts";
import { isSkipped } from "../skipped.ts";

interface Instruction {
  word: string;
  text: string;
}

const stages = readStages(readText("Dockerfile"));
const [build = [], image = []] = stages;

function readStages(text: string): Instruction[][] {
  const lines = text
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const read: Instruction[][] = [];
  for (const line of lines) {
    const [, word = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === "FROM") read.push([]);
    read.at(-1)?.push({ word, text: rest.replace(/\s+/g, " ") });
  }
  return read;
}

function textsOf(stage: readonly Instruction[], word: string): string[] {
  return stage.filter((instruction) => instruction.word === word).map(({ text }) => text);
}

/** Returns the arguments of an instruction in exec form, which starts no shell. */
function argumentsOf(text: string | undefined): string[] {
  return JSON.parse(/\[.*\]$/.exec(text ?? "")?.[0] ?? "null") as string[];
}

describe("the Dockerfile", () => {
  test("builds in one stage and keeps what install.sh installs in another", () => {
    expect(stages.length).toBe(2);
    expect(textsOf(build, "RUN").at(-1)).toBe("DESTDIR=/installed ./install.sh --prefix /usr/local");
    expect(textsOf(image, "COPY")).toEqual(["--from=build /installed/usr/local/ /usr/local/"]);
    expect(textsOf(image, "ADD")).toEqual([]);
  });

  test("copies a folder that install.sh fills", () => {
    const checkout = newCheckout();
    checkout.install(["--prefix", "/usr/local"]);
    expect(checkout.placed()).toContain("/usr/local/bin/scoring");
  });

  test("names the release of each image, and leaves no package lists behind", () => {
    for (const stage of stages) {
      expect(textsOf(stage, "FROM")[0]).toMatch(/^debian:[a-z]+-slim( AS \w+)?$/);
      for (const text of textsOf(stage, "RUN")) {
        if (text.includes("apt-get update")) expect(text).toEndWith("rm -rf /var/lib/apt/lists/*");
      }
    }
  });

  test("runs as a user without rights, by number, and keeps one volume of that user's", () => {
    expect(textsOf(image, "USER")).toEqual(["10001"]);
    expect(textsOf(image, "VOLUME")).toEqual(["/data"]);
    const [made = ""] = textsOf(image, "RUN");
    expect(made).toContain("--uid 10001 ");
    expect(made).toContain("install --directory --mode 0700 --owner scoring /data");
    // nothing after it runs as root again
    expect(image.slice(image.findIndex(({ word }) => word === "USER")).map(({ word }) => word)).not.toContain(
      "RUN",
    );
  });

  test("starts the program itself, and checks its health with it", () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(argumentsOf(textsOf(image, "ENTRYPOINT")[0])).toEqual(["scoring"]);
    expect(names).toContain(argumentsOf(textsOf(image, "CMD")[0])[0] ?? "");
    const [program, command = ""] = argumentsOf(textsOf(image, "HEALTHCHECK")[0]);
    expect([program, names.includes(command)]).toEqual(["scoring", true]);
    expect(textsOf(image, "STOPSIGNAL")).toEqual(["SIGTERM"]);
  });

  test("takes nothing from the checkout that install.sh makes itself", () => {
    const ignored = readText(".dockerignore").split("\n");
    for (const path of [".git", ".tools", "node_modules", "scoring", "scoring-data"])
      expect(ignored).toContain(path);
    expect(existsSync(join(ROOT, "scripts/install/place.sh"))).toBe(true);
  });

  test.skipIf(isSkipped(Bun.which("hadolint") !== null, "hadolint"))(
    "has no fault that hadolint finds",
    () => {
      const { stdout } = Bun.spawnSync(["hadolint", join(ROOT, "Dockerfile")]);
      expect(stdout.toString()).toBe("");
    },
  );
});
