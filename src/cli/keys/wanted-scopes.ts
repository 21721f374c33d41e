/** Which scopes a command is asked for. */
import type { Scope } from "../../identity/caller.ts";
import { SCOPES, type ScopesWish } from "../../identity/keys/scopes.ts";
import { type CommandCall, CommandFailure, hasFlag, textsFlag } from "../command.ts";

/** @throws CommandFailure with exit code 2 for a scope that there is none of, or --scope and --reads-all at once. */
export function wantedScopes(call: CommandCall): ScopesWish {
  const texts = textsFlag(call, "scope");
  const readsAll = hasFlag(call, "reads-all");
  if (texts.length === 0) return { scopes: null, readsAll };
  if (readsAll) throw new CommandFailure("give --scope or --reads-all, not both", 2);
  return { scopes: texts.map(scopeOf), readsAll };
}

function scopeOf(text: string): Scope {
  const scope = SCOPES.find((known) => known === text);
  if (scope !== undefined) return scope;
  throw new CommandFailure(
    `--scope is ${SCOPES.slice(0, -1).join(", ")} or ${SCOPES.at(-1)}, not ${text}`,
    2,
  );
}
