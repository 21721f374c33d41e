/** A worker that answers a probe at once and is busy for ever with anything else. */
declare const self: Worker;

self.onmessage = (event: MessageEvent<{ kind: string; id: number; name: string }>) => {
  const { kind, id, name } = event.data;
  if (kind !== "ask") return;
  while (name !== "probe") continue;
  self.postMessage({ kind: "answer", id, answer: 1 });
};

export {};
