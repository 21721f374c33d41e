import { expect, test } from "bun:test";
import { agentSessionId, idIn, sessionName } from "../../src/vocabulary/held-name.ts";

const HOLDER = "0123456789abcdef";
const ID = agentSessionId("s-1");

test("a session's name is its holder and the agent's id, and gives the id back", () => {
  expect(idIn(sessionName(HOLDER, ID))).toBe(ID);
});

test("an agent's id in the place of a session's name does not compile, nor the other way round", () => {
  const name = sessionName(HOLDER, ID);
  // @ts-expect-error the name of a session is asked for
  expect(idIn(ID)).not.toBe(ID);
  // @ts-expect-error an agent's id is asked for
  expect(sessionName(HOLDER, name)).not.toBe(name);
});
