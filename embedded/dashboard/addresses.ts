/** The addresses of the pages: the server answers each with index.html, and the page is found in the browser. */

/** One segment that begins with a colon stands for any text. */
export const PAGE_ADDRESSES = [
  "/",
  "/sign-in",
  "/check-in",
  "/reports",
  "/reports/:id",
  "/schedules",
  "/alerts",
  "/governance",
  "/connect",
  "/team",
  "/usage",
  "/developers/:id",
  "/sessions",
  "/sessions/:id",
  "/sessions/:id/records",
  "/prompts",
  "/prompts/:id",
  "/rightsizing",
  "/throttle",
  "/advisor",
  "/search",
  "/settings",
  "/settings/account",
  "/settings/keys",
  "/settings/accounts",
  "/settings/developers",
  "/settings/baselines",
  "/settings/model",
  "/settings/chat",
  "/settings/coverage",
  "/settings/audit",
] as const;

export type PageAddress = (typeof PAGE_ADDRESSES)[number];
