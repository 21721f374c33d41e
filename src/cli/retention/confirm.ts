/** `scoring retention confirm`: a person says that the clock is right, so that records are removed by age again. */
import { inTransaction } from "../../database/transaction.ts";
import { build, builtAtMs } from "../../vocabulary/build.ts";
import { arrivalTables } from "../../writer/arrivals/doubts-table.ts";
import { confirmClock } from "../../writer/arrivals/confirm-clock.ts";
import { sayReason } from "../../writer/arrivals/say-doubt.ts";
import { recordCommand } from "../audit/note-command.ts";
import { type Command, CommandFailure, writeAnswer } from "../command.ts";
import { hasTables, working } from "../stores.ts";
import { isoTime } from "../../vocabulary/times.ts";

export const RETENTION_CONFIRM: Command = {
  name: "retention confirm",
  operands: [],
  summary: "Say that the machine's clock is right, so that old records are removed again.",
  details:
    "The server removes nothing by age while the clock may be wrong: after a start or a jump more than 7 days past the " +
    "last arrival, or before the program was built. Look at the clock first: by a wrong one, all raw records may be " +
    "too old, and what is removed cannot be brought back.\n\nThe server may be running; it goes on within a minute.",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const now = call.program.clock();
    const ended = await working(call, async (database) => {
      if (!(await hasTables(database, arrivalTables)))
        throw new CommandFailure(
          "an earlier version wrote this data directory. Start the server once (scoring serve).",
        );
      return inTransaction(database, "full", async (transaction) => {
        const confirmed = await confirmClock(transaction, { now, builtAt: builtAtMs });
        const entry = { organization: null, action: "retention_confirmed" } as const;
        if (confirmed.ok) await recordCommand(call, transaction, entry);
        return confirmed;
      });
    });
    const shown = isoTime(now);
    if (!ended.ok)
      throw new CommandFailure(
        `the clock shows ${shown}, and this program was built later, at ${build.builtAt}: set the clock first`,
      );
    const waited = ended.value;
    const answer = {
      confirmedAt: shown,
      waited: waited === null ? null : { since: isoTime(waited.beganAt), reason: waited.reason },
    };
    writeAnswer(
      call,
      answer,
      waited === null
        ? `Nothing waited. A start within 7 days removes old records at once: the clock shows ${shown}.`
        : `Old records are removed again: the clock shows ${shown}. They had waited because ${sayReason(waited)}.`,
    );
    return 0;
  },
};
