import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { classify } from "../../../src/database/postgres/classify.ts";
import { readServerAddress } from "../../../src/database/postgres/server-address.ts";
import { DatabaseUnavailable, endsConnection } from "../../../src/database/postgres/unavailable.ts";

const WITH_CA = join(mkdtempSync(join(tmpdir(), "address-")), "ca.pem");
writeFileSync(WITH_CA, "certificate");

describe("the address of a PostgreSQL", () => {
  test("has user, password, host, port and name", () => {
    expect(readServerAddress({ url: "postgres://ada:p%40ss@[::1]:6432/scoring", ca: null })).toEqual({
      host: "::1",
      port: 6_432,
      user: "ada",
      password: "p@ss",
      database: "scoring",
      tls: null,
    });
  });

  test("may name the folder of a socket", () => {
    const url = "postgres:///scoring?user=ada&host=%2Frun%2Fpostgresql";
    expect(readServerAddress({ url, ca: null })).toMatchObject({
      host: "/run/postgresql",
      port: 5_432,
      user: "ada",
    });
  });

  test.each([
    ["?sslmode=disable", null, null],
    ["?sslmode=require", null, "nothing"],
    ["?sslmode=require", WITH_CA, "issuer"],
    ["?sslmode=verify-ca", WITH_CA, "issuer"],
    ["?sslmode=verify-full", null, "issuer_and_name"],
    ["", WITH_CA, "issuer_and_name"],
    ["", null, null],
  ])("with %s and certificates in %s checks %s", (query, ca, checks) => {
    expect(readServerAddress({ url: `postgres://db/scoring${query}`, ca }).tls?.checks ?? null).toBe(
      checks as never,
    );
  });

  test("offers no way that protects from nobody, and does not repeat the password", () => {
    const read = () =>
      readServerAddress({ url: "postgres://ada:hidden@db/scoring?sslmode=prefer", ca: null });
    expect(read).toThrow("sslmode=prefer is not offered for PostgreSQL");
    expect(read).not.toThrow("hidden");
  });
});

describe("a failure of PostgreSQL", () => {
  test.each([
    ["22003", "bad_values"],
    ["23505", "bad_values"],
    ["54000", "bad_values"],
    ["53100", "full"],
    ["25006", "read_only"],
    ["XX001", "damaged"],
    ["40001", "unavailable"],
    ["40P01", "unavailable"],
    ["55P03", "unavailable"],
    ["57014", "unavailable"],
    ["57P01", "unavailable"],
  ])("of the state %s is %s", (code, failure) => {
    expect(classify(Object.assign(new Error("no"), { code, severity: "ERROR" }))).toBe(failure as never);
  });

  test("is nobody's when the connection was lost", () => {
    expect(classify(new DatabaseUnavailable("lost"))).toBe("unavailable");
    expect(endsConnection(Object.assign(new Error("read"), { code: "ECONNRESET" }))).toBe(true);
    expect(endsConnection(new Error("Connection terminated unexpectedly"))).toBe(true);
  });

  test("of a statement leaves the connection as it is", () => {
    expect(endsConnection(Object.assign(new Error("no"), { code: "57014", severity: "ERROR" }))).toBe(false);
  });
});
