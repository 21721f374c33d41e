/** `/v1/openapi.json`: what this is, for programs. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../openapi/documented.ts";

const DOCUMENT_ANSWER = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.looseObject({})),
});

/**
 * Mounts the route.
 *
 * @param describe - What writes the OpenAPI document.
 */
export function aboutRoutes(describe: () => object) {
  return new Elysia().get("/v1/openapi.json", () => describe(), {
    detail: documented({ summary: "This document", tag: "About", answer: DOCUMENT_ANSWER }),
  });
}
