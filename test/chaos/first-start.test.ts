import { afterAll, describe, test } from "bun:test";
import { killWhenThere, removeFolders, startServed } from "./served.ts";

afterAll(removeFolders);

describe("a first start that is killed", () => {
  test.each(["scoring.db", "first-keys.unfinished", "first-keys"])(
    "as soon as %s is there is done by the next one, and the keys in its file work",
    async (name) => {
      const served = await startServed({ directory: await killWhenThere(name) });
      await served.deliver("first");
      await served.holds(["first"]);
      await served.end();
    },
  );
});
