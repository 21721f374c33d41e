/** Prompts that come after the opening: more of the same goal, corrections, and what ends it. */
import type { Level, Template } from "./marked.ts";

type Many<One> = readonly [One, ...One[]];

const WHOLE = ["low_filler", "one_deliverable", "self_contained", "not_fragment", "single_reading"] as const;
const NO_ERROR = ["gives_evidence"] as const;
const GOOD = { meets: WHOLE, spares: NO_ERROR } as const;
const FAIR = { meets: ["low_filler", "one_deliverable", "single_reading"], spares: NO_ERROR } as const;
const WEAK = { meets: ["one_deliverable"] } as const;

export const FOLLOW_UPS: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "test",
      text: "Cover [{edges1} in {testFile}](names_artifact states_expected) with [the setup of the case before](builds_on_session), then [run `{test}` once more](acceptance_condition asks_to_verify).",
      ...GOOD,
    },
    {
      intent: "feature",
      text: "Use [the guard from {symbol}](builds_on_session) in [{other}](names_artifact) as well, so [{edges2} is treated alike](states_expected). [Nothing else there changes](states_constraint), and [`{test}` passes](acceptance_condition).",
      ...GOOD,
    },
    {
      intent: "feature",
      text: "Log [{edges0} once in {symbol}](names_artifact states_expected), [at the level that {example} uses](points_to_example); [no personal data in the message](states_constraint).",
      ...GOOD,
    },
  ],
  fair: [
    { intent: "feature", text: "Handle [{edges1} in {symbol}](names_artifact) too.", ...FAIR },
    { intent: "docs", text: "Mention {edges0} in [the comment above {symbol}](names_artifact).", ...FAIR },
    {
      intent: "refactor",
      text: "Give the helper in [{other}](names_artifact) a name that says what comes out.",
      ...FAIR,
    },
  ],
  weak: [
    { intent: "feature", text: "and what about {edges2}", ...WEAK },
    { intent: "other", text: "can you make the part with {edges0} a bit nicer as well", ...WEAK },
    { intent: "feature", text: "{edges1} matters too I guess", ...WEAK },
  ],
};

/** Each is a repair by its wording, and by what is recorded of it. */
export const CORRECTIONS: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "correction",
      text: "No, that's wrong: [{symbol} must keep its signature](states_constraint). [Undo the change to it in {file}](names_artifact referents_resolved) and [run `{test}` afterwards](acceptance_condition asks_to_verify).",
      meets: [...WHOLE, "states_expected", "builds_on_session"],
    },
    {
      intent: "correction",
      text: "Wrong file: [I asked for {file}](names_artifact builds_on_session), so [put {other} back as it was](states_expected) and [touch only {symbol}](states_constraint).",
      meets: WHOLE,
    },
  ],
  fair: [
    { intent: "correction", text: "You forgot [{edges0} in {symbol}](names_artifact).", meets: FAIR.meets },
    {
      intent: "correction",
      text: "Undo that and do it [without a new dependency](states_constraint) in [{file}](names_artifact).",
      meets: ["low_filler", "not_fragment"],
    },
    {
      intent: "correction",
      text: "Still fails, [{symbol}](names_artifact) now returns nothing for {edges1}.",
      meets: FAIR.meets,
    },
  ],
  weak: [
    {
      intent: "correction",
      text: "That is not what I meant, {thing} looks the same as before.",
      meets: ["not_fragment"],
    },
    { intent: "correction", text: "It still doesn't work.", meets: [] },
    { intent: "correction", text: "You broke {thing}, put it back.", meets: ["one_deliverable"] },
  ],
};

/** They name what was done, so that no two say the same. */
export const COMMITS: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "other",
      text: "Commit with the message [“{scope}: COMMIT”](names_artifact states_expected).",
      ...GOOD,
    },
    {
      intent: "other",
      text: "Good as it is; [commit {file} and its test](names_artifact states_expected) as {scope}: COMMIT.",
      ...GOOD,
    },
  ],
  fair: [{ intent: "other", text: "Commit [{scope}: COMMIT](names_artifact)", ...FAIR }],
  weak: [{ intent: "other", text: "commit the work on {thing} please", ...WEAK }],
};

export const ACKNOWLEDGEMENTS: Many<string> = [
  "thanks",
  "ok",
  "looks good",
  "perfect",
  "great, thanks",
  "yes",
  "go ahead",
];

/** What is typed when the model gave up. */
export const RETRY = "continue";
