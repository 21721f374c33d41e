import { describe, expect, test } from "bun:test";
import {
  readTeamFile,
  writeKeyFile,
} from "../../../../../embedded/dashboard/pages/connect/team/team-file.ts";

describe("a team's file", () => {
  test("is refused when it names nobody", () => {
    expect(readTeamFile("email,name\n\n")).toEqual({ ok: false, problems: ["the file names nobody"] });
  });

  test("is refused with every line that is wrong", () => {
    expect(readTeamFile("ada@example.com\nnobody\nada@example.com\nbo@example.com,Bo,chief")).toEqual({
      ok: false,
      problems: [
        "line 2: not an e-mail: nobody",
        "line 3: ada@example.com is there twice",
        "line 4: the role is member or admin, not chief",
      ],
    });
  });

  test("may name its columns, in any order, and separate cells in three ways", () => {
    const expected = {
      ok: true,
      members: [
        { email: "ada@example.com", role: "admin" },
        { email: "bo@example.com", role: "member" },
      ],
    } as const;
    expect(readTeamFile("\uFEFFRole;E-mail\r\nadmin;Ada@Example.com\r\n;bo@example.com\r\n")).toEqual(
      expected,
    );
    expect(readTeamFile('"ada@example.com","Ada",admin\nbo@example.com\tBo\n')).toEqual(expected);
  });

  test("gives a file of keys", () => {
    expect(writeKeyFile([{ email: "ada@example.com", key: "k" }])).toBe("email,key\nada@example.com,k\n");
  });
});
