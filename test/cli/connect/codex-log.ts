/** A session of Codex with one prompt, as Codex sends it. */

/** @param session - A name for the session. */
export function codexLog(session: string): object {
  const time = `${BigInt(Date.now() - 60_000)}000000`;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  return {
    resourceLogs: [
      {
        resource: { attributes: [text("service.name", "codex_cli_rs"), text("service.version", "0.56.0")] },
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: time,
                observedTimeUnixNano: time,
                attributes: [
                  text("event.name", "codex.user_prompt"),
                  text("conversation.id", session),
                  text("prompt", "Fix the bug in calc.js."),
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}
