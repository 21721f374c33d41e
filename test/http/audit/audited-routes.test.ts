import { describe, expect, test } from "bun:test";
import { isAction } from "../../../src/audit/actions.ts";
import { NEEDS } from "../../../src/http/access/needs.ts";
import { READ_ROUTES } from "../../../src/http/audit/read-routes.ts";
import { AUDITED_ROUTES } from "../../../src/http/audit/audited-routes.ts";

const routes = Object.keys(NEEDS);

describe("a route that changes something", () => {
  test("is in the audit log, or is listed with the reason why not", () => {
    const changing = routes.filter((route) => !route.startsWith("GET "));
    expect(changing.filter((route) => !(route in AUDITED_ROUTES))).toEqual([]);
  });

  test("is there, wherever the list has it", () => {
    expect(Object.keys(AUDITED_ROUTES).filter((route) => !routes.includes(route))).toEqual([]);
  });

  test("has an entry wherever only admins may ask it, except for an alert that somebody has seen", () => {
    const unaudited = Object.entries(AUDITED_ROUTES).filter(([, as]) => !isAction(as));
    expect(unaudited.map(([route]) => route).filter((route) => NEEDS[route] === "admin")).toEqual([
      "POST /v1/alerts/{id}/acknowledge",
    ]);
  });
});

describe("a route that reads texts or records", () => {
  test("is in the audit log, or is listed with the reason why not", () => {
    const reading = routes.filter((route) => route.startsWith("GET ") && NEEDS[route] === "read_text");
    expect(reading.toSorted()).toEqual(Object.keys(READ_ROUTES).toSorted());
  });
});
