/** What the demo's developers ask their agents for: goals, follow-ups, corrections, and the small talk in between. */

type Many = readonly [string, ...string[]];

/** Something that somebody wants done. */
export interface Goal {
  folder: string;
  /** The prompt that begins it. */
  opening: string;
  /** What comes after it, in this order. */
  followUps: Many;
  /** The first is the one that is mostly written. */
  files: Many;
  /** The function or type that it is about. */
  symbol: string;
  test: string;
  commit: string;
}

const SHOP = "/home/dev/shop";
const BILLING = "/home/dev/billing";
const FLEET = "/home/dev/fleet";

export const GOALS: readonly [Goal, ...Goal[]] = [
  {
    folder: SHOP,
    opening:
      "Fix the rounding in src/cart/total.ts: three lines at 0.333 must sum to 1.00, cartTotal gives 0.99.",
    followUps: [
      "Add a case for a negative discount to that test as well.",
      "Does it still hold for yen, which has no minor unit?",
    ],
    files: ["src/cart/total.ts", "test/cart/total.test.ts"],
    symbol: "cartTotal",
    test: "npm test -- cart",
    commit: "cart: round once, at the end",
  },
  {
    folder: SHOP,
    opening:
      "Add pagination to the order history endpoint in src/orders/history.ts, 50 rows a page with an opaque cursor.",
    followUps: [
      "Make the cursor stable when a new order arrives in between.",
      "Document the two query parameters there too.",
      "Reject a cursor of another customer with 404.",
    ],
    files: ["src/orders/history.ts", "src/orders/cursor.ts", "test/orders/history.test.ts"],
    symbol: "listOrders",
    test: "npm test -- orders",
    commit: "orders: page through the history",
  },
  {
    folder: SHOP,
    opening:
      "The login form submits twice on slow phones. Find out why and guard against it in web/LoginForm.tsx.",
    followUps: [
      "Also disable the button while the request is running.",
      "Write a component test that clicks it twice.",
    ],
    files: ["web/LoginForm.tsx", "web/LoginForm.test.tsx"],
    symbol: "LoginForm",
    test: "npx vitest run LoginForm",
    commit: "login: submit once",
  },
  {
    folder: SHOP,
    opening:
      "Refactor src/search/index.ts: split tokenizing from ranking, behaviour must not change, all tests green.",
    followUps: [
      "Move the stop words into their own file too.",
      "Name that second function after what it returns.",
    ],
    files: ["src/search/index.ts", "src/search/rank.ts", "src/search/tokenize.ts"],
    symbol: "rankResults",
    test: "npm test -- search",
    commit: "search: tell tokenizing and ranking apart",
  },
  {
    folder: SHOP,
    opening:
      "Product images should load lazily below the fold. Start with web/Gallery.tsx and keep the placeholder ratio.",
    followUps: ["Use the same component on the category page.", "Measure whether this shifts the layout."],
    files: ["web/Gallery.tsx", "web/LazyImage.tsx"],
    symbol: "LazyImage",
    test: "npx vitest run Gallery",
    commit: "gallery: load images when they come into view",
  },
  {
    folder: SHOP,
    opening:
      "Write the missing tests for src/coupons/validate.ts. Expired, already used, wrong currency, minimum not reached.",
    followUps: ["Cover the time zone edge at midnight too.", "Those two cases can share one table."],
    files: ["test/coupons/validate.test.ts"],
    symbol: "validateCoupon",
    test: "npm test -- coupons",
    commit: "coupons: test every refusal",
  },
  {
    folder: SHOP,
    opening:
      "Send the shipping confirmation only after the carrier answered; see src/shipping/notify.ts and the queue worker.",
    followUps: ["Retry that three times with a growing pause.", "Log the carrier's error code there."],
    files: ["src/shipping/notify.ts", "src/shipping/worker.ts", "test/shipping/notify.test.ts"],
    symbol: "confirmShipment",
    test: "npm test -- shipping",
    commit: "shipping: confirm after the carrier did",
  },
  {
    folder: BILLING,
    opening:
      "invoices.py creates two invoices when the webhook is delivered twice. Make create_invoice idempotent by event id.",
    followUps: [
      "Add a unique constraint for it in a migration.",
      "What happens when both arrive in the same second? Test that.",
    ],
    files: ["billing/invoices.py", "migrations/0042_invoice_event.py", "tests/test_invoices.py"],
    symbol: "create_invoice",
    test: "pytest tests/test_invoices.py -q",
    commit: "invoices: one per event",
  },
  {
    folder: BILLING,
    opening:
      "Explain how proration works in billing/proration.py, then add a docstring with one worked example.",
    followUps: ["Use a leap year in this example.", "Also link it from docs/proration.md."],
    files: ["billing/proration.py", "docs/proration.md"],
    symbol: "prorate",
    test: "pytest tests/test_proration.py -q",
    commit: "proration: say how it works",
  },
  {
    folder: BILLING,
    opening:
      "The VAT report takes 40 seconds. Profile billing/reports/vat.py and remove the query inside the loop.",
    followUps: ["Compare the totals of last March before and after it.", "Add an index if that still scans."],
    files: ["billing/reports/vat.py", "tests/test_vat_report.py"],
    symbol: "vat_report",
    test: "pytest tests/test_vat_report.py -q",
    commit: "vat: one query instead of thousands",
  },
  {
    folder: BILLING,
    opening:
      "Add a dry-run flag to the dunning job in billing/dunning.py: print who would get which letter, send nothing.",
    followUps: ["Group that output by country.", "Make it the default outside production."],
    files: ["billing/dunning.py", "tests/test_dunning.py"],
    symbol: "run_dunning",
    test: "pytest tests/test_dunning.py -q",
    commit: "dunning: look before sending",
  },
  {
    folder: BILLING,
    opening:
      "Bank exports arrive as Latin-1 since Monday; import_statement in billing/bank/statement.py dies on umlauts.",
    followUps: [
      "Detect this by the header line, not by trying.",
      "Keep the original bytes for the auditors too.",
    ],
    files: ["billing/bank/statement.py", "tests/test_statement.py"],
    symbol: "import_statement",
    test: "pytest tests/test_statement.py -q",
    commit: "bank: read Latin-1 statements",
  },
  {
    folder: BILLING,
    opening:
      "Replace the hand-written retry in billing/payments/gateway.py with tenacity: 4 attempts, jitter, only on 5xx.",
    followUps: [
      "Make sure that a timeout counts as one as well.",
      "Show the attempt number in its log line.",
    ],
    files: ["billing/payments/gateway.py", "tests/test_gateway.py", "pyproject.toml"],
    symbol: "charge_card",
    test: "pytest tests/test_gateway.py -q",
    commit: "payments: retry with tenacity",
  },
  {
    folder: BILLING,
    opening:
      "Currency conversion uses today's rate for old invoices. Use the rate of the invoice date in billing/fx.py.",
    followUps: ["Fall back to the last business day there.", "Cache it for the run, not longer."],
    files: ["billing/fx.py", "tests/test_fx.py"],
    symbol: "convert",
    test: "pytest tests/test_fx.py -q",
    commit: "fx: the day of the invoice decides",
  },
  {
    folder: FLEET,
    opening:
      "Add a health endpoint to cmd/gateway/main.go that fails when the broker has been gone for 10 seconds.",
    followUps: ["Expose the same state as a gauge too.", "Write a test with a fake clock for it."],
    files: ["cmd/gateway/main.go", "internal/health/health.go", "internal/health/health_test.go"],
    symbol: "CheckBroker",
    test: "go test ./internal/health/...",
    commit: "health: notice a missing broker",
  },
  {
    folder: FLEET,
    opening:
      "internal/geo/distance.go is off by 0.3 % near the poles. Use Vincenty there, and keep haversine for short legs.",
    followUps: ["Compare it with the table in testdata/geo.csv.", "Benchmark both of those."],
    files: ["internal/geo/distance.go", "internal/geo/distance_test.go"],
    symbol: "Distance",
    test: "go test ./internal/geo/...",
    commit: "geo: Vincenty for long legs",
  },
  {
    folder: FLEET,
    opening:
      "The position stream leaks goroutines when a vehicle disconnects. Reproduce it in a test for internal/stream/hub.go.",
    followUps: [
      "Now close that channel from the sender's side only.",
      "Run it a hundred times with the race detector.",
    ],
    files: ["internal/stream/hub.go", "internal/stream/hub_test.go"],
    symbol: "Unsubscribe",
    test: "go test -race ./internal/stream/...",
    commit: "stream: end with the vehicle",
  },
  {
    folder: FLEET,
    opening:
      "Write a Dockerfile for the tracker with a distroless final stage, below 30 MB, running as nobody.",
    followUps: ["Add a health check to it that needs no shell.", "Cache the modules in this build."],
    files: ["Dockerfile", ".github/workflows/image.yml"],
    symbol: "tracker",
    test: "make test-image",
    commit: "image: distroless tracker",
  },
  {
    folder: FLEET,
    opening:
      "Geofence alerts fire twice at the border. Add hysteresis of 50 metres to internal/fence/alert.go.",
    followUps: [
      "Make the 50 metres a setting of that fence.",
      "Add the recorded drive from Utrecht as a test too.",
    ],
    files: ["internal/fence/alert.go", "internal/fence/alert_test.go", "internal/fence/settings.go"],
    symbol: "ShouldAlert",
    test: "go test ./internal/fence/...",
    commit: "fence: do not flutter at the border",
  },
  {
    folder: FLEET,
    opening:
      "Parse the new tachograph format, version 2.1, in internal/tacho/decode.go. The specification is docs/tacho-2.1.md.",
    followUps: ["Refuse those with a broken checksum.", "Fuzz it for ten seconds in the tests."],
    files: ["internal/tacho/decode.go", "internal/tacho/decode_test.go"],
    symbol: "DecodeFrame",
    test: "go test ./internal/tacho/...",
    commit: "tacho: read version 2.1",
  },
  {
    folder: FLEET,
    opening:
      "Rename driver_id to operator_id in the GraphQL schema, api/schema.graphql, and keep the old name as deprecated.",
    followUps: ["Update those three resolvers as well.", "Say in the changelog until when it stays."],
    files: ["api/schema.graphql", "api/resolvers.go", "CHANGELOG.md"],
    symbol: "OperatorID",
    test: "go test ./api/...",
    commit: "api: operators instead of drivers",
  },
];

/** Corrections; `%s` is the goal's symbol, `%f` its file. */
export const CORRECTIONS: Many = [
  "No, that's wrong: %s must keep its signature.",
  "That is not what I meant. Only change %f and leave the callers of %s alone.",
  "Still fails with the same error, look at %s again.",
  "You forgot the empty case in %s.",
  "Undo that and do it without a new dependency in %f.",
  "It still doesn't work, %s returns nothing now.",
  "You broke %f, put it back and try a smaller change.",
  "Wrong file, I asked for %f.",
];

export const ACKNOWLEDGEMENTS: Many = [
  "thanks",
  "ok",
  "looks good",
  "perfect",
  "great, thanks",
  "yes",
  "go ahead",
];

export const RETRY = "continue";
export const COMMIT_PROMPT = "Commit it with a short message.";
