/** Takes the place of an engine's thread: "breaking" says twice that it broke, "deaf" never stops, "steady" does as it is asked. */
declare const self: Worker;

const name = process.argv.at(-1);

self.onmessage = (event: MessageEvent<{ kind: string }>) => {
  if (event.data.kind === "start") start();
  if (event.data.kind === "stop" && name !== "deaf") self.postMessage({ kind: "stopped" });
};

function start(): void {
  self.postMessage({ kind: "started" });
  if (name !== "breaking") return;
  self.postMessage({ kind: "broken", reason: "once" });
  self.postMessage({ kind: "broken", reason: "and again" });
}
