/** Shows what came of it. */
import { type CommandCall, hasFlag } from "../command.ts";
import { describeTry, type Tried, tryDocument } from "./describe-try.ts";
import { shownAtOnce } from "./in-files.ts";

/** Writes the tables and the link, or the one JSON document. */
export function report(call: CommandCall, tried: Tried): void {
  const { speaker } = call;
  if (hasFlag(call, "json")) return speaker.show(JSON.stringify(tryDocument(tried), null, 2));
  speaker.say(describeTry(tried, { width: speaker.columns, shown: shownAtOnce(call, tried.sent) }));
  const { server } = tried;
  if (server === null) return;
  if (server.link === null) return speaker.say(`\nThe pages: ${server.url}, signed in with a key.`);
  speaker.say("\nOpen the dashboard; the link signs in once, within five minutes:");
  speaker.show(`  ${server.link}`);
  speaker.say(
    hasFlag(call, "keep")
      ? "\nThe server runs until Ctrl-C."
      : "\nThe server runs until Ctrl-C, and everything is removed then. scoring try --keep keeps it, for scoring serve.",
  );
}
