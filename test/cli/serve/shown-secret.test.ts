import { describe, expect, test } from "bun:test";
import { newDirectory, serve } from "./started.ts";

describe("a secret given as a flag", () => {
  test("is warned of, with what to do, and is not repeated", async () => {
    const { child, greeting, log } = serve(newDirectory(), "pipe", {
      args: ["--llm-api-key", "hidden-words"],
    });
    const said = await greeting;
    child.kill("SIGTERM");
    await child.exited;
    const remedy = "set SCORING_LLM_API_KEY, or SCORING_LLM_API_KEY_FILE to";
    expect(log()).toContain(`"flag":"--llm-api-key","remedy":"${remedy}`);
    expect(said + log()).not.toContain("hidden-words");
  });
});
