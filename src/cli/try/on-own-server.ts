/** Tries the histories on a server that is started for it: temporary, or kept. */
import { join } from "node:path";
import type { Appliance } from "../../appliance/appliance.ts";
import { ownModel, throwawaySettings } from "../../demo/settings.ts";
import { waitUntilSettled } from "../../demo/settled.ts";
import { whileServing } from "../../demo/throwaway.ts";
import type { Settings } from "../../settings/schema.ts";
import { type CommandCall, hasFlag } from "../command.ts";
import { errorsOnly } from "../demo/errors-only.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { type HistoryDoor, progressPath } from "../import/send-histories.ts";
import { quoted } from "../text/quoted.ts";
import type { ExitCode } from "../terminal.ts";
import type { Tried } from "./describe-try.ts";
import { sendFound } from "./in-files.ts";
import { report } from "./report.ts";
import { readSettledResults } from "./results.ts";
import { type Wanted, windowOf } from "./wanted.ts";

/** Starts a server, sends it what was found, and shows what comes of that. */
export async function tryOnOwnServer(call: CommandCall, wanted: Wanted): Promise<ExitCode> {
  const isKept = hasFlag(call, "keep");
  const stays = call.speaker.isPerson && !hasFlag(call, "json");
  let refused: readonly string[] = [];
  await whileServing({
    place: isKept ? { kept: call.loaded.settings.dataDir } : { temporary: "scoring-try-" },
    settingsIn: (directory) => settingsFor(call, directory),
    log: errorsOnly(call.speaker),
    startAppliance: call.program.startAppliance,
    async show(appliance, directory) {
      const tried = await importInto(call, wanted, { appliance, directory, stays });
      report(call, tried);
      ({ refused } = tried.sent);
    },
    stays,
  });
  if (isKept && !hasFlag(call, "json"))
    call.speaker.say(
      `The data stays in ${call.loaded.settings.dataDir}. ${serveLine(call)} goes on with it.`,
    );
  return refused.length === 0 ? 0 : 1;
}

interface OwnServer {
  appliance: Appliance;
  directory: string;
  stays: boolean;
}

async function importInto(
  call: CommandCall,
  wanted: Wanted,
  { appliance, directory, stays }: OwnServer,
): Promise<Tried> {
  const { url, firstKeys } = appliance;
  if (firstKeys === null) throw new Error("BUG: the server that was started had keys before");
  const door: HistoryDoor = { url, key: firstKeys.member, isOwn: true };
  const progressFile = hasFlag(call, "keep")
    ? progressPath(call.environment, door)
    : join(directory, "imported.json");
  const sent = await sendFound(call, wanted, { door, progressFile });
  const progress = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
  const awaited = {
    requests: sent.requests,
    clock: call.program.clock,
    model: ownModel(settingsFor(call, directory)),
  };
  await waitUntilSettled(directory, awaited, progress.show).finally(() => progress.clear());
  const window = windowOf(call, wanted, sent);
  // a key that is bound to nobody may only send
  const key = firstKeys.developer === null ? firstKeys.admin : firstKeys.member;
  const looked = await readSettledResults({ door: { ...door, key }, ...window });
  const link = stays ? await appliance.signInLink(firstKeys.admin) : null;
  return { ...window, sent, ...looked, server: stays ? { url, link } : null };
}

function serveLine(call: CommandCall): string {
  const { origins, settings } = call.loaded;
  const directory = origins.dataDir.from === "default" ? "" : ` --data-dir ${quoted(settings.dataDir)}`;
  return `scoring serve${directory}`;
}

/**
 * Returns the settings of the server that is started.
 *
 * @param directory - Of a temporary one; one that is kept has its own.
 */
export function settingsFor(call: CommandCall, directory: string): Settings {
  return hasFlag(call, "keep") ? call.loaded.settings : throwawaySettings(directory, call.environment);
}
