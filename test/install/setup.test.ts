/** What ./install.sh says before it begins. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newCheckout } from "./checkout.ts";

describe("./install.sh", () => {
  test("on a disk that is too full says so, and writes nothing", () => {
    const checkout = newCheckout({ freeKilobytes: 102_400 });
    const before = readdirSync(checkout.folder);
    const { exitCode, said } = checkout.install([]);
    expect({ exitCode, files: readdirSync(checkout.folder) }).toEqual({ exitCode: 1, files: before });
    expect(said).toBe(
      "this disk has 100 MB left; setting up needs 750 MB\nfree some, or clone into another disk\n",
    );
  });

  test.each([
    ["--tests", "unknown argument: --tests"],
    ["--prefix", "--prefix needs a folder, such as /usr/local"],
    ["--delete-data", "--delete-data goes with --uninstall"],
    ["--uninstall --systemd", "--uninstall can only be combined with --prefix and --delete-data"],
  ])("refuses %s", (args, message) => {
    const { exitCode, said } = newCheckout().install(args.split(" "));
    expect(exitCode).toBe(2);
    expect(said).toStartWith(`${message}\nUsage: ./install.sh [--test]`);
  });

  test.each([
    ["relative", "is not an absolute path"],
    ["/with blank", "cannot be used here"],
    ["/with%percent", "cannot be used here"],
  ])("refuses the prefix %s before anything is built", (prefix, message) => {
    const checkout = newCheckout();
    const { exitCode, said } = checkout.install(["--prefix", prefix]);
    expect(exitCode).toBe(1);
    expect(said).toContain(message);
    expect(checkout.placed()).toEqual([]);
    expect(existsSync(join(checkout.folder, "scoring"))).toBe(false);
  });

  test("ends as the tests do, and names together what was missing for those that were skipped", () => {
    const skipped = (need: string) => `echo skipped, for it is missing here: ${need}`;
    const tests = [skipped("root"), skipped("chromium"), "echo 8 pass", skipped("root"), "exit 3"].join("; ");
    const { exitCode, said } = newCheckout({ tests }).install(["--test"]);
    expect(exitCode).toBe(3);
    expect(said).toEndWith("Some tests were skipped, for want of:\n  chromium\n  root\n");
    const whole = newCheckout({ tests: "echo 9 pass" }).install(["--test"]);
    expect([whole.exitCode, whole.said.endsWith("9 pass\n")]).toEqual([0, true]);
  });

  test("without a prefix leaves the executable in the checkout, and nothing anywhere else", () => {
    const checkout = newCheckout();
    const { exitCode, said } = checkout.install([]);
    expect(exitCode).toBe(0);
    expect(said).toEndWith(
      "Next: ./scoring try (what agents keep here already), ./scoring serve, or ./scoring demo for sample data\n",
    );
    expect(existsSync(join(checkout.folder, "scoring"))).toBe(true);
    expect(checkout.placed()).toEqual([]);
  });
});
