/** What the main thread and the engine's thread say to each other. */
import type { KeyUse } from "../../identity/keys/table.ts";
import type { Use } from "../../identity/uses.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { AskedChange } from "../../answers/audited.ts";
import type { Reply } from "../../answers/post-office.ts";
import type { DamagedFrame } from "../../writer/upkeep/table.ts";
import type { EngineOptions, EngineState, HowStopped } from "./engine.ts";
import type { WhyAgain } from "./leases/keep-leases.ts";

/** To the engine. */
export type ToEngine =
  | { kind: "start"; options: EngineOptions }
  | { kind: "record_uses"; uses: readonly KeyUse[] }
  | { kind: "record_sign_in_uses"; uses: readonly Use[] }
  | { kind: "note_damage"; frame: DamagedFrame }
  | ({ kind: "change"; id: number } & AskedChange)
  | { kind: "stop"; withinMs: Milliseconds; how: HowStopped };

/** From the engine. */
export type FromEngine =
  | { kind: "started" }
  | { kind: "state"; state: EngineState }
  | Reply
  | {
      kind: "log";
      level: "info" | "warning" | "error";
      message: string;
      fields: Record<string, string | number | boolean | null>;
    }
  /** It is to be stopped and started again. */
  | { kind: "again"; why: WhyAgain }
  /** `mayPass`: a store was away, which the next start may find there. */
  | { kind: "broken"; reason: string; mayPass: boolean }
  | { kind: "stopped" };
