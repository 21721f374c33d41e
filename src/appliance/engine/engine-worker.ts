/** The engine's thread: starts the stages when asked, reports on them, and stops them when asked. */
import { replyTo } from "../../answers/post-office.ts";
import { isPassing } from "../../database/open.ts";
import { StoreUnavailable } from "../../objects/object-store.ts";
import { systemClock } from "../../vocabulary/clock.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { type Engine, type EngineOptions, startEngine } from "./engine.ts";
import type { FromEngine, ToEngine } from "./engine-message.ts";
import type { WhyAgain } from "./leases/keep-leases.ts";

declare const self: Worker;

const REPORT_EVERY_MS: Milliseconds = SECOND / 2;

let engine: Engine | null = null;

self.onmessage = (event: MessageEvent<ToEngine>) => {
  const message = event.data;
  if (message.kind === "start") void start(message.options).catch(giveUp);
  else if (message.kind === "record_uses") void engine?.recordUses(message.uses).catch(warnOf(USES));
  else if (message.kind === "record_sign_in_uses")
    void engine?.recordSignInUses(message.uses).catch(warnOf(SIGN_IN_USES));
  else if (message.kind === "note_damage") void engine?.noteDamage(message.frame).catch(warnOf(DAMAGE));
  else if (message.kind === "change") void change(message);
  else void stop(message).catch(giveUp);
};

const USES = "could not note when keys were last used; it is noted at their next use";
const SIGN_IN_USES = "could not note when sign-ins were last used; it is noted at their next use";
const DAMAGE = "could not note a damaged object; it is noted when it is read again";

async function start(options: EngineOptions): Promise<void> {
  const given = {
    clock: systemClock,
    log: forwardedLog(),
    beginAgain: (why: WhyAgain) => post({ kind: "again", why }),
  };
  const started = await startEngine(options, given);
  engine = started;
  let reported = "";
  const report = () => {
    const state = started.state();
    const text = JSON.stringify(state);
    if (text !== reported) post({ kind: "state", state });
    reported = text;
  };
  report();
  setInterval(report, REPORT_EVERY_MS);
  post({ kind: "started" });
}

async function change({ id, ...asked }: Extract<ToEngine, { kind: "change" }>): Promise<void> {
  const work = async () => {
    if (engine === null) throw new Error("the engine has not started yet");
    return engine.change(asked);
  };
  post(await replyTo(id, work));
}

async function stop({ withinMs, how }: Extract<ToEngine, { kind: "stop" }>): Promise<void> {
  await engine?.stop(withinMs, how);
  post({ kind: "stopped" });
}

function giveUp(error: unknown): void {
  const mayPass = error instanceof StoreUnavailable || isPassing(error);
  post({ kind: "broken", reason: describeError(error), mayPass });
}

/** Notes that fail must not end the stages. */
function warnOf(what: string): (error: unknown) => void {
  return (error) => forwardedLog().warning(what, { reason: describeError(error) });
}

function forwardedLog(): Log {
  const write =
    (level: "info" | "warning" | "error"): Log["info"] =>
    (message, fields = {}) =>
      post({ kind: "log", level, message, fields: { ...fields } });
  return { info: write("info"), warning: write("warning"), error: write("error") };
}

function post(message: FromEngine): void {
  self.postMessage(message);
}
