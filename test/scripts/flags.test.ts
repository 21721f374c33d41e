/** Flags of scripts: what does not fit is refused before anything begins, with what would. */
import { describe, expect, test } from "bun:test";
import {
  amount,
  oneOf,
  parseFlags,
  someOf,
  text,
  toggle,
  wholeNumber,
  wholeNumbers,
} from "../../scripts/flags.ts";
import { projectFiles, readText, ROOT } from "../sources.ts";

const DECLARED = {
  kills: wholeNumber(200),
  ingests: wholeNumber(1, { most: 2 }),
  seconds: amount(4),
  sizes: wholeNumbers([100, 10]),
  encodings: someOf(["plain", "gzip"]),
  way: oneOf(["go", "release"]),
  dir: text("here"),
  executable: toggle(),
};

const parse = (...args: string[]) => parseFlags(DECLARED, [], args);

describe("the flags of a script", () => {
  test.each([
    [["--kills", "abc"], "--kills abc: expected a whole number from 1 on"],
    [["--kills", "0"], "--kills 0: expected a whole number from 1 on"],
    [["--kills", "1.5"], "--kills 1.5: expected a whole number from 1 on"],
    [["--kills", "-1"], "--kills -1: expected a whole number from 1 on"],
    [["--kills=1e3"], "--kills 1e3: expected a whole number from 1 on"],
    [["--kills"], "--kills needs a whole number from 1 on"],
    [["--ingests", "3"], "--ingests 3: expected a whole number from 1 to 2"],
    [["--seconds", "0"], "--seconds 0: expected a number above 0"],
    [["--seconds", "Infinity"], "--seconds Infinity: expected a number above 0"],
    [["--sizes", "1,,2"], "--sizes 1,,2: expected whole numbers from 1 on, with commas between them"],
    [["--encodings", "plain,gzp"], "--encodings plain,gzp: expected some of plain,gzip"],
    [["--way", "apt"], "--way apt: expected one of go, release"],
    [["--dir", "--executable"], "--dir needs a text"],
    [["--executable=no"], "--executable takes no value"],
    [["more"], "unexpected argument: more"],
  ])("refuse %p", (args, problem) => {
    expect(parse(...args)).toEqual({ ok: false, problem });
  });

  test("name those that there are when one is unknown", () => {
    const read = parse("--kill", "3");
    expect(read).toMatchObject({
      problem: expect.stringContaining("unknown flag: --kill. Flags are --kills,"),
    });
    expect(parseFlags({}, [], ["--toString"])).toEqual({
      ok: false,
      problem: "unknown flag: --toString. It has none.",
    });
  });

  test("are as usual where they are left out", () => {
    expect(parse()).toMatchObject({
      value: {
        values: {
          kills: 200,
          ingests: 1,
          seconds: 4,
          sizes: [100, 10],
          encodings: ["plain", "gzip"],
          way: null,
          dir: "here",
          executable: false,
        },
      },
    });
  });

  test("are read", () => {
    const read = parse(
      "--kills",
      "3",
      "--seconds=0.5",
      "--sizes",
      "7,8",
      "--encodings",
      "gzip",
      "--executable",
    );
    expect(read).toMatchObject({
      value: {
        values: { kills: 3, seconds: 0.5, sizes: [7, 8], encodings: ["gzip"], executable: true },
      },
    });
  });

  test("leave the other arguments, as many as have a name", () => {
    expect(parseFlags(DECLARED, ["PATH"], ["out", "--kills", "2"])).toMatchObject({
      value: { operands: ["out"], values: { kills: 2 } },
    });
    expect(parseFlags(DECLARED, ["PATH"], ["out", "more"])).toMatchObject({
      problem: "unexpected argument: more",
    });
  });
});

describe("every script", () => {
  test("reads its arguments through them", () => {
    /** The arguments of `scoring serve`, whole commands, and what a script gives to itself in another network. */
    const others = [
      "scripts/dev.ts",
      "scripts/watched.ts",
      "scripts/smoke/watched-network.ts",
      "scripts/chaos/second-ingest.ts",
    ];
    const reading = projectFiles()
      .filter((path) => /^scripts\/.+\.ts$/.test(path) && path !== "scripts/flags.ts")
      .filter((path) => /\bparseArgs\b|\bargv\b/.test(readText(path)));
    expect(reading.filter((path) => !others.includes(path))).toEqual([]);
  });

  test.each([
    ["scripts/chaos.ts", "--kills"],
    ["scripts/fuzz.ts", "--count"],
    ["scripts/bench/soak.ts", "--minutes"],
  ])("such as %s ends with 2 and a message when %s is no number", (script, flag) => {
    const run = Bun.spawnSync([process.execPath, script, flag, "abc"], { cwd: ROOT, stderr: "pipe" });
    expect(run.stderr.toString()).toBe(`${script}: ${flag} abc: expected a whole number from 1 on\n`);
    expect(run.exitCode).toBe(2);
  });
});
