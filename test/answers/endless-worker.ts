/** A worker that is busy for ever with whatever it is asked, as with a query that scans everything. */
declare const self: Worker;

self.onmessage = (event: MessageEvent<{ kind: string }>) => {
  if (event.data.kind === "ask") for (;;) continue;
};

export {};
