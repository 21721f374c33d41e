/** The thread that reads the keys, as the main thread sees it: one that breaks is started again. */
import { PostOffice } from "../../answers/post-office.ts";
import type { Register, Unread } from "../../identity/keys/register.ts";
import type { SignInRecord } from "../../identity/sign-ins/table.ts";
import type { StoreSettings } from "../../stores.ts";
import type { Log } from "../../vocabulary/log.ts";
import { fail, type Result } from "../../vocabulary/result.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { explainFailure } from "../explain-failure.ts";
import type { FromKeys, KeysQuestion, ToKeys } from "./keys-message.ts";

/** So long a request with a key that is not in memory waits; as long as for the stream. */
const PATIENCE_MS: Milliseconds = 2 * SECOND;
const BACK_OFF_MS: Milliseconds = SECOND;

/** What the thread is made of. */
export interface KeysThreadParts {
  stores: StoreSettings;
  /** Starts a thread that runs `keys-worker.ts`. */
  startWorker(): Worker;
  log: Log;
}

/** Sends the keys, and looks for one, or for a sign-in, when asked. */
export class KeysThread {
  private readonly office = new PostOffice(PATIENCE_MS);
  private readonly first = Promise.withResolvers<Register>();
  private worker: Worker;
  private stopped = false;
  private reportChange: (register: Register) => void = () => {};

  private constructor(private readonly parts: KeysThreadParts) {
    this.worker = this.launch();
  }

  /**
   * Starts it.
   *
   * @returns It and all keys.
   * @throws An exception when they cannot be read.
   */
  static async start(parts: KeysThreadParts): Promise<{ keys: KeysThread; register: Register }> {
    const keys = new KeysThread(parts);
    try {
      return { keys, register: await keys.first.promise };
    } catch (error) {
      keys.stop();
      throw error;
    }
  }

  /** @param post - Gets all keys whenever they have changed. */
  whenChanged(post: (register: Register) => void): void {
    this.reportChange = post;
  }

  /** Returns all keys as they are now. */
  readAll(): Promise<Result<Register, Unread>> {
    return this.ask("all", "") as Promise<Result<Register, Unread>>;
  }

  /** Returns all keys, when there is one of that hash; else null. */
  lookUp(hash: string): Promise<Result<Register | null, Unread>> {
    return this.ask("key", hash) as Promise<Result<Register | null, Unread>>;
  }

  /** Returns the sign-in whose token has that hash; null when there is none. */
  findSignIn(hash: string): Promise<Result<SignInRecord | null, Unread>> {
    return this.ask("sign_in", hash) as Promise<Result<SignInRecord | null, Unread>>;
  }

  /** Ends it; whoever waits hears that nobody can know. */
  stop(): void {
    this.stopped = true;
    this.office.endAll();
    this.worker.terminate();
  }

  private launch(): Worker {
    const worker = this.parts.startWorker();
    worker.onmessage = (event: MessageEvent<FromKeys>) => this.hear(event.data);
    worker.onerror = (event) => this.recover(event.message);
    worker.postMessage({ kind: "open", stores: this.parts.stores } satisfies ToKeys);
    return worker;
  }

  private hear(message: FromKeys): void {
    switch (message.kind) {
      case "register":
        this.first.resolve(message.register);
        return this.reportChange(message.register);
      case "unreadable":
        return this.complain("could not reread the keys", message);
      case "answer":
      case "failure":
        return this.office.settle(message);
    }
  }

  private recover(reason: string): void {
    if (this.stopped) return;
    this.complain("the thread that reads the keys broke; starting it again", { reason, mayPass: false });
    this.office.endAll();
    this.worker.terminate();
    setTimeout(() => {
      if (!this.stopped) this.worker = this.launch();
    }, BACK_OFF_MS).unref();
  }

  private complain(message: string, { reason, mayPass }: { reason: string; mayPass: boolean }): void {
    const error = explainFailure(reason, this.parts.stores);
    if (!mayPass) this.first.reject(new Error(`reading the keys: ${error}`));
    this.parts.log.error(message, { error });
  }

  /** The thread answers each question by what it reads for it. */
  private async ask(question: KeysQuestion, hash: string): Promise<Result<unknown, Unread>> {
    const { id, answered } = this.office.write("reading the keys");
    this.worker.postMessage({ kind: "ask", id, question, hash } satisfies ToKeys);
    const found = await answered;
    return found.ok ? found : fail({ kind: "unread" });
  }
}
