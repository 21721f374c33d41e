/** `/` and `/v1/openapi.json`: what this is, for people and for programs. */
import { type DocumentDecoration, Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../openapi/documented.ts";
import { frontPage } from "../self/front-page.ts";

const DOCUMENT_ANSWER = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
});

/** Mounts the routes. Takes: what writes the OpenAPI document. */
export function aboutRoutes(describe: () => object) {
  return new Elysia().get("/", frontPage, { detail: PAGE_DETAIL }).get("/v1/openapi.json", () => describe(), {
    detail: documented({ summary: "This document", tag: "About", answer: DOCUMENT_ANSWER }),
  });
}

const PAGE_DETAIL = {
  summary: "A page for people: that it runs, and what to do next",
  tags: ["About"],
  security: [],
  // As in documented.ts: Elysia's own type is of OpenAPI 3.0.
  responses: {
    "200": { description: "OK", content: { "text/html": { schema: { type: "string" } } } },
  } as NonNullable<DocumentDecoration["responses"]>,
} satisfies DocumentDecoration;
