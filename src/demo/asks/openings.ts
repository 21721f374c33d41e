/** Prompts that open a goal: five kinds of work, each asked for well, fairly and weakly. */
import type { Level, Template } from "./marked.ts";

/** What somebody wants done. */
export type Kind = "fix" | "feature" | "refactor" | "test" | "docs";

type Many<One> = readonly [One, ...One[]];

const WHOLE = ["low_filler", "one_deliverable", "self_contained", "not_fragment", "single_reading"] as const;
const NOTHING_BEFORE = ["builds_on_session"] as const;
const NO_ERROR = ["builds_on_session", "gives_evidence"] as const;
const CLEAR = { meets: WHOLE, spares: NOTHING_BEFORE } as const;
const CLEAR_NEW = { meets: WHOLE, spares: NO_ERROR } as const;
const SHORT = {
  meets: ["low_filler", "one_deliverable", "not_fragment", "self_contained"],
  spares: NO_ERROR,
} as const;
const VAGUE = { meets: ["one_deliverable", "not_fragment"], spares: NOTHING_BEFORE } as const;

const FIX: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "fix",
      text: "[{symbol} in {file}](names_artifact) {symptom}: [{error}](gives_evidence). [It should {expected}](states_expected referents_resolved). [{limit}](states_constraint), and [run `{test}` until it passes](acceptance_condition asks_to_verify).",
      ...CLEAR,
    },
    {
      intent: "fix",
      text: "`{test}` fails with [{error}](gives_evidence), since [{symbol} in {file}](names_artifact) {symptom}. Make it [{expected}](states_expected referents_resolved), [as {example} does](points_to_example). [{limit}](states_constraint). Done when [that test is green](acceptance_condition asks_to_verify).",
      ...CLEAR,
    },
  ],
  fair: [
    {
      intent: "fix",
      text: "Fix [{symbol} in {file}](names_artifact), [it {symptom}](referents_resolved).",
      ...CLEAR,
    },
    {
      intent: "fix",
      text: "{Thing} {symptom}. [It should {expected}](states_expected referents_resolved), please fix that.",
      meets: ["one_deliverable", "not_fragment", "single_reading"],
      spares: NOTHING_BEFORE,
    },
  ],
  weak: [
    { intent: "fix", text: "{thing} is broken, can you take a look and fix it?", ...VAGUE },
    {
      intent: "fix",
      text: "hey, I think something with {thing} is off since last week, could you maybe check what is going on",
      meets: ["not_fragment"],
      spares: NOTHING_BEFORE,
    },
  ],
};

const FEATURE: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "feature",
      text: "Add [{feature} to {symbol} in {file}](names_artifact), [built like {example}](points_to_example). [{promise}](states_expected). [{limit}](states_constraint). Finished when [`{test}` passes with a case for {edges0}](acceptance_condition asks_to_verify).",
      ...CLEAR_NEW,
    },
    {
      intent: "feature",
      text: "We want {feature}. [{promise}](states_expected). Put the code into [{file}, next to {symbol}](names_artifact); [{limit}](states_constraint). Write [one test for {edges1} and run `{test}`](acceptance_condition asks_to_verify).",
      ...CLEAR_NEW,
    },
  ],
  fair: [
    {
      intent: "feature",
      text: "Add [{feature} in {file}](names_artifact). [{promise}](states_expected).",
      ...SHORT,
    },
    {
      intent: "feature",
      text: "{Thing} needs {feature}, [next to {symbol}](names_artifact) I would say.",
      meets: ["one_deliverable", "not_fragment", "self_contained"],
      spares: NO_ERROR,
    },
  ],
  weak: [
    { intent: "feature", text: "we need {feature} for {thing}, can you add that", ...VAGUE },
    {
      intent: "feature",
      text: "product asked for {feature} again, just do something for {thing} that works for now",
      meets: ["not_fragment"],
      spares: NOTHING_BEFORE,
    },
  ],
};

const REFACTOR: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "refactor",
      text: "Move [{piece} from {file} into {other}](names_artifact). [What {symbol} returns must not change](states_constraint states_expected): [`{test}` stays green and no test is edited](acceptance_condition asks_to_verify). Name things [as {example} does](points_to_example).",
      ...CLEAR_NEW,
    },
  ],
  fair: [
    {
      intent: "refactor",
      text: "Split [{symbol} in {file}](names_artifact), {piece} could live elsewhere.",
      ...SHORT,
    },
    {
      intent: "refactor",
      text: "Take {piece} out of [{symbol}](names_artifact) and [keep the behaviour](states_constraint).",
      ...SHORT,
    },
  ],
  weak: [
    { intent: "refactor", text: "clean up the code of {thing} a bit", ...VAGUE },
    {
      intent: "refactor",
      text: "honestly {thing} has become quite a mess over time, make it nicer please",
      meets: ["not_fragment"],
      spares: NOTHING_BEFORE,
    },
  ],
};

const TEST: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "test",
      text: "Write the missing tests for [{symbol} in {testFile}](names_artifact): [{edges0}, {edges1} and {edges2}](states_expected). [Leave {file} alone](states_constraint), lay them out [like those of {example}](points_to_example), and [run `{test}` at the end](acceptance_condition asks_to_verify).",
      meets: [...WHOLE, "referents_resolved"],
      spares: NO_ERROR,
    },
  ],
  fair: [
    {
      intent: "test",
      text: "Add tests for [{symbol}](names_artifact): [{edges0} and {edges1}](states_expected).",
      ...SHORT,
    },
    { intent: "test", text: "[{testFile}](names_artifact) lacks a case for {edges2}, add one.", ...SHORT },
  ],
  weak: [
    { intent: "test", text: "write some tests for {thing}", ...VAGUE },
    {
      intent: "test",
      text: "I have the feeling that {thing} is not really covered, more tests would be good",
      meets: ["not_fragment"],
      spares: NOTHING_BEFORE,
    },
  ],
};

const DOCS: Readonly<Record<Level, Many<Template>>> = {
  good: [
    {
      intent: "docs",
      text: "Document [{symbol} in {file}](names_artifact): [what it does with {edges0} and with {edges1}](states_expected referents_resolved). [Ten lines at most, and no change to code](states_constraint), [in the tone of {example}](points_to_example). Check [that the example in it runs](acceptance_condition asks_to_verify).",
      ...CLEAR_NEW,
    },
  ],
  fair: [
    {
      intent: "docs",
      text: "Add a docstring to [{symbol}](names_artifact) that [mentions {edges1}](states_expected).",
      ...SHORT,
    },
  ],
  weak: [{ intent: "docs", text: "document {thing} somehow", ...VAGUE }],
};

export const OPENINGS: Readonly<Record<Kind, Readonly<Record<Level, Many<Template>>>>> = {
  fix: FIX,
  feature: FEATURE,
  refactor: REFACTOR,
  test: TEST,
  docs: DOCS,
};

/** Questions ask for no work, and get no marks. */
export const QUESTIONS: Many<Template> = [
  { intent: "question", text: "How does {symbol} treat {edges2} today?" },
  { intent: "question", text: "Where does {thing} get its numbers from, {file} or {other}?" },
];
