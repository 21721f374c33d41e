/** Work of made-up developers as the log records that Claude Code sends: calls of known length, errors, prompts. */
import type { WireAttributes } from "../../../src/vocabulary/sending/otlp-values.ts";
import { type Milliseconds, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { logsBody } from "../../normaliser/captured.ts";

export const MODEL = "claude-sonnet-4-5";
/** What a call takes that nothing holds up. */
export const USUAL: Milliseconds = 6 * SECOND;

/** One session, in order; the clock moves on with it. */
export class ThrottledWork {
  private readonly records: { at: Milliseconds; attributes: WireAttributes }[] = [];

  constructor(
    readonly session: string,
    private readonly email: string,
    public now: Milliseconds,
  ) {}

  prompt(text: string): this {
    return this.report("user_prompt", { prompt: text, prompt_length: String(text.length) });
  }

  /** A prompt and calls of 5.4 to 6.6 seconds, half a minute apart. */
  usualCalls(count: number): this {
    for (let call = 0; call < count; call += 1) {
      if (call % 5 === 0) this.prompt(`Harden part ${call} of ${this.session} against bad input`);
      this.call(USUAL + ((call % 5) - 2) * 300);
      this.now += 30 * SECOND;
    }
    return this;
  }

  call(duration: Milliseconds): this {
    this.now += duration;
    return this.report("api_request", {
      model: MODEL,
      input_tokens: 3,
      output_tokens: 500,
      cache_read_tokens: 20_000,
      cache_creation_tokens: 900,
      cost_usd: 0.02,
      duration_ms: duration,
    });
  }

  /** @param status - The status, and what the agent says of the error. */
  error(status: number | null, error = "it failed"): this {
    this.now += 2 * SECOND;
    const told = status === null ? {} : { status_code: status };
    return this.report("api_error", {
      model: MODEL,
      error,
      duration_ms: 2_000,
      attempt: 11,
      ...told,
    });
  }

  pause(minutes: number): this {
    this.now += minutes * MINUTE;
    return this;
  }

  body(): ReturnType<typeof logsBody> {
    return logsBody("claude-code", this.records, "com.anthropic.claude_code.events");
  }

  private report(name: string, told: WireAttributes): this {
    const standard = { "session.id": this.session, "user.email": this.email, "terminal.type": "xterm" };
    const sequence = { "event.name": name, "event.sequence": this.records.length };
    this.records.push({ at: this.now, attributes: { ...standard, ...sequence, ...told } });
    this.now += 1;
    return this;
  }
}
