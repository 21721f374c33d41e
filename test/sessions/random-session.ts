/** Long sessions as two agents would send them, with all that makes the end of one reach back to its beginning. */
import type { Random } from "../../src/demo/work/random.ts";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import { codexLogs, codexRecord } from "../../src/demo/wires/codex-records.ts";
import { keyValues, nanoseconds, type WireAttributes } from "../../src/vocabulary/sending/otlp-values.ts";
import { RECEIVED_SIGNAL, type StoredLine } from "../../src/vocabulary/otlp.ts";
import { HOUR, type Milliseconds, MINUTE, SECOND } from "../../src/vocabulary/units.ts";

/** One record, and when it was made. */
export interface MadeRecord {
  at: Milliseconds;
  line: StoredLine;
}

/** How likely each of the things is that a turn may bring. */
export interface Habits {
  commit: number;
  /** Also those that touch what an earlier sub-session wrote. */
  revert: number;
  oldFile: number;
  odd: number;
  test: number;
  /** A commit that only a counter reports; never when absent. */
  counted?: number;
  /** Prompts that the Claude Code plugin reports; none when absent. */
  plugin?: number;
  /** Before each goal. */
  pauses?: readonly [Milliseconds, ...Milliseconds[]];
}

/** Which session is reported. */
export interface Told {
  random: Random;
  session: string;
  startsAt: Milliseconds;
}

/** Reports one session of an agent, record by record. */
export abstract class Teller {
  readonly records: MadeRecord[] = [];
  protected readonly files: string[] = [];

  protected readonly random: Random;
  protected readonly session: string;
  now: Milliseconds;

  constructor(
    { random, session, startsAt }: Told,
    protected readonly habits: Habits,
  ) {
    this.random = random;
    this.session = session;
    this.now = startsAt;
  }

  reportGoal(): void {
    const { random, habits } = this;
    this.now += random.pick(habits.pauses ?? PAUSES);
    const old = this.files.length > 0 && random.chance(habits.oldFile);
    const file = old
      ? random.pick(this.files as [string])
      : `/work/src/${random.pick(AREAS)}/${random.hex(4)}.ts`;
    this.files.push(file);
    const turns = random.whole(1, 6);
    for (let turn = 0; turn < turns; turn += 1) this.reportTurn(file, turn === 0);
    if (random.chance(habits.commit)) this.shell("git commit -am done", 0);
    if (random.chance(habits.counted ?? 0)) this.countCommit();
  }

  private reportTurn(file: string, first: boolean): void {
    const { random, habits } = this;
    this.now += Math.round(random.around(40 * SECOND, 0.8));
    if (random.chance(habits.odd)) this.odd();
    const name = random.chance(0.5) ? file.replace("/work/", "") : (file.split("/").at(-1) ?? file);
    this.prompt(
      first ? `${random.pick(VERBS)} the ${random.pick(THINGS)} in ${name}.` : random.pick(FOLLOW_UPS),
    );
    this.call();
    this.edit(file);
    if (random.chance(habits.test)) this.shell("bun test", random.pick([0, 0, 1]));
    if (random.chance(habits.revert)) this.shell(random.pick(REVERTS).replace("FILE", file), 0);
    if (random.chance(0.7)) this.call();
  }

  abstract prompt(text: string): void;
  abstract call(): void;
  abstract edit(file: string): void;
  abstract shell(command: string, exitCode: number): void;
  /** A commit that no command reports. */
  abstract countCommit(): void;
  /** Something that happens once in a while. */
  abstract odd(): void;

  protected report(body: object): void {
    this.records.push({ at: this.now, line: body as StoredLine });
  }
}

const PAUSES = [2 * MINUTE, 9 * MINUTE, 40 * MINUTE, 9 * HOUR] as const;
const AREAS = ["orders", "billing", "search"] as const;
const THINGS = ["parser", "cursor", "totals", "worker", "retry", "cache", "schema", "alerts"] as const;
const VERBS = ["Harden", "Rewrite", "Extend", "Simplify", "Document", "Speed up", "Split"] as const;
const FOLLOW_UPS = [
  "Also cover the empty case there.",
  "No, that's wrong: keep the signature of it.",
  "Handle a timeout in that function too.",
  "yes",
  "Name the second argument after what it returns.",
] as const;
const REVERTS = [
  "git checkout -- FILE",
  "git checkout -- .",
  "git revert --no-edit HEAD",
  "git reset --hard HEAD~1",
] as const;

/** Claude Code with its logs and counters. */
export class ClaudeTeller extends Teller {
  private sequence = 0;
  private lines = 0;
  instance = "1";
  private repository = "shop";
  private readonly traces = [""];
  trace = "";
  private captured = "";
  private readonly undecided: (() => void)[] = [];

  prompt(text: string, trace = this.random.chance(0.5) ? this.random.hex(32) : ""): void {
    if (this.random.chance(0.2)) this.undecided.shift()?.();
    this.trace = trace;
    this.traces.push(this.trace);
    const told = { prompt: text, prompt_length: String(text.length) };
    if (this.random.chance(this.habits.plugin ?? 0)) return this.promptWithPlugin(told);
    this.event("user_prompt", { ...told, "vcs.repository.name": this.repository });
  }

  /** The Claude Code plugin reports the prompt as well, or only it does. */
  private promptWithPlugin(told: WireAttributes): void {
    const { random } = this;
    const id = random.hex(8);
    if (random.chance(0.4))
      this.event("user_prompt", { ...told, "prompt.id": random.pick([id, random.hex(8)]) });
    this.now += random.whole(0, 60);
    this.capture("prompt", { ...told, "prompt.id": id });
    this.now += random.whole(0, 60);
    if (random.chance(0.4)) this.event("user_prompt", { prompt: "<REDACTED>", prompt_length: "30" });
    this.captured = id;
  }

  private respond(): void {
    if (this.random.chance(0.7))
      this.capture("prompt_response", { "prompt.id": this.captured, duration_ms: 900 });
    this.captured = "";
  }

  private capture(name: string, told: WireAttributes): void {
    const resource = { "service.name": "claude-code", [RECEIVED_SIGNAL]: "prompts" };
    this.tell(name, { "session.id": this.session, ...told }, { resource });
  }

  call(): void {
    const { random } = this;
    const duration = Math.round(random.around(6 * SECOND, 0.4));
    this.now += duration;
    if (this.captured !== "") this.respond();
    if (random.chance(0.05))
      return this.event("api_error", { status_code: 529, attempt: 11, duration_ms: duration });
    this.event("api_request", {
      model: random.pick(["claude-sonnet-4-5", "claude-haiku-5-5"]),
      input_tokens: 3,
      output_tokens: Math.round(random.around(500, 0.6)),
      cache_read_tokens: random.whole(10_000, 190_000),
      cache_creation_tokens: random.whole(400, 6_000),
      cost_usd: random.next() / 10,
      duration_ms: duration,
      query_source: random.pick(["repl_main_thread", "repl_main_thread", "subagent", "compact"]),
    });
  }

  edit(file: string): void {
    const id = `toolu_${this.random.hex(24)}`;
    this.now += 2 * SECOND;
    if (this.random.chance(0.2)) {
      const refused = this.random.chance(0.3);
      const [decision, source] = refused ? ["reject", "user_reject"] : ["accept", "user_temporary"];
      const input = JSON.stringify({ file_path: file });
      this.event("tool_decision", {
        tool_name: "Edit",
        tool_use_id: id,
        decision,
        source,
        tool_input: input,
      });
      this.now += SECOND;
      if (refused) return;
    }
    this.tool("Edit", { id, input: { file_path: file, old_string: "a\nb", new_string: "a\nb\nc" } });
    if (this.random.chance(0.3))
      this.counter("claude_code.lines_of_code.count", (this.lines += 7), { type: "added" });
  }

  shell(command: string, exitCode: number): void {
    this.now += 3 * SECOND;
    const failed =
      exitCode === 0 ? {} : { success: "false", error_type: "ShellError", error: `exit code ${exitCode}` };
    this.tool("Bash", { id: `toolu_${this.random.hex(24)}`, input: { command }, failed });
  }

  odd(): void {
    const { random } = this;
    const prompt = (told: WireAttributes) => () => this.event("user_prompt", told);
    const oddities: readonly [() => void, ...(() => void)[]] = [
      () => this.event("compaction", { trigger: random.pick(["manual", "auto"]), success: "true" }),
      prompt({ prompt: "/clear", prompt_length: "6", command_name: "clear" }),
      prompt({ prompt: "/compact", prompt_length: "8", command_name: "compact" }),
      prompt({ prompt: "<REDACTED>", prompt_length: "30" }),
      () => this.prompt(`Have a look at ${random.pick(["index.ts", "README.md", "src/orders/x.ts"])}.`),
      () => this.countCommit(),
      () => (this.instance = random.hex(1)),
      () => (this.instance = random.hex(4)),
      () => (this.repository = random.pick(["shop", "bank"])),
      () => (this.trace = random.pick(this.traces as unknown as [string])),
      () => this.askFirst(),
      () => this.failForGood(),
    ];
    random.pick(oddities)();
    this.now += random.pick([2 * SECOND, 20 * SECOND]);
  }

  countCommit(): void {
    this.now += 1_000;
    this.counter("claude_code.commit.count", 1, {});
  }

  private failForGood(): void {
    if (this.random.chance(0.2)) this.event("api_request", { query_source: "sdk", duration_ms: 10 });
    this.event("api_error", { status_code: 529, attempt: 4, duration_ms: 10 });
    this.now += this.random.pick([1, 2_000]);
    this.event("api_retries_exhausted", { status_code: 529 });
  }

  /** The edit is reported long after it was allowed. */
  private askFirst(): void {
    const id = `toolu_${this.random.hex(24)}`;
    const file = this.random.pick([...this.files, "/work/a.ts"] as unknown as [string]);
    const input = { file_path: file };
    const told = { decision: "accept", source: "user_temporary", tool_input: JSON.stringify(input) };
    this.event("tool_decision", { tool_name: "Edit", tool_use_id: id, ...told });
    this.undecided.push(() => this.tool("Edit", { id, input }));
  }

  tool(name: string, told: { id: string; input: Record<string, string>; failed?: WireAttributes }): void {
    this.event("tool_result", {
      tool_name: name,
      tool_use_id: told.id,
      success: "true",
      duration_ms: "1200",
      tool_parameters: JSON.stringify({ full_command: told.input["command"] }),
      tool_input: JSON.stringify(told.input),
      ...told.failed,
    });
  }

  event(name: string, told: WireAttributes): void {
    this.sequence += 1;
    const resource = { "service.name": "claude-code", "service.instance.id": this.instance };
    const shared = { "session.id": this.session, "event.sequence": this.sequence };
    this.tell(name, { ...shared, ...told }, { resource, traceId: this.trace });
  }

  private tell(
    name: string,
    attributes: WireAttributes,
    { resource, traceId = "" }: { resource: WireAttributes; traceId?: string },
  ): void {
    const record = claudeCodeRecord({ name, at: this.now, attributes });
    this.report(claudeCodeLogs([{ ...record, traceId }], resource));
  }

  counter(name: string, value: number, told: WireAttributes): void {
    const point = {
      startTimeUnixNano: "1",
      timeUnixNano: nanoseconds(this.now),
      asDouble: value,
      attributes: keyValues({ "session.id": this.session, ...told }),
    };
    const sum = {
      aggregationTemporality: name.includes("lines") ? 2 : 1,
      isMonotonic: true,
      dataPoints: [point],
    };
    const resource = { attributes: keyValues({ "service.name": "claude-code" }) };
    const scope = { name: "com.anthropic.claude_code" };
    const line = { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: [{ name, sum }] }] }] };
    this.report(line);
  }
}

const MODEL = "gpt-5-codex";

/** Codex with its logs. */
export class CodexTeller extends Teller {
  private sequence = 0;

  prompt(text: string): void {
    this.event("codex.user_prompt", { prompt: text, prompt_length: String(text.length) });
  }

  call(): void {
    const { random } = this;
    this.now += SECOND;
    this.event("codex.api_request", {
      duration_ms: 300,
      "http.response.status_code": random.chance(0.1) ? 529 : 200,
    });
    this.now += Math.round(random.around(6 * SECOND, 0.4));
    this.event("codex.sse_event", {
      "event.kind": "response.completed",
      input_token_count: random.whole(10_000, 190_000),
      cached_token_count: 9_000,
      output_token_count: Math.round(random.around(500, 0.6)),
    });
  }

  edit(file: string): void {
    const patch = `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n+c\n*** End Patch`;
    this.tool("apply_patch", JSON.stringify({ input: patch }), 0);
  }

  countCommit(): void {
    // it has no such counter
  }

  shell(command: string, exitCode: number): void {
    this.tool("shell", JSON.stringify({ command: ["bash", "-lc", command] }), exitCode);
  }

  odd(): void {
    this.random.pick([
      () => (this.sequence += 1),
      () => this.event("codex.conversation_starts", { context_window: 200_000 }),
      () => this.event("codex.turn_cost", { "turn.interrupted": "true" }),
    ] as unknown as [() => void])();
    this.now += this.random.pick([2 * SECOND, 20 * SECOND]);
  }

  private tool(name: string, input: string, exitCode: number): void {
    const callId = `call_${this.random.hex(12)}`;
    const told = { tool_name: name, call_id: callId };
    this.event("codex.tool_decision", { ...told, decision: "approved", source: "config" });
    this.now += 2 * SECOND;
    const output = JSON.stringify({ output: "done", metadata: { exit_code: exitCode } });
    this.event("codex.tool_result", { ...told, arguments: input, duration_ms: 900, success: "true", output });
  }

  event(name: string, told: WireAttributes): void {
    this.sequence += 1;
    const attributes = { "event.sequence": this.sequence, ...told };
    const event = { name, at: this.now, line: 1, attributes };
    this.report(codexLogs([codexRecord(event, { id: this.session, model: MODEL, fine: 0 })]));
  }
}
