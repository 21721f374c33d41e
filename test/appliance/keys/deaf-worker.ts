/** A thread that reads keys once and then hangs, as with its disk: it hears nothing any more. */
import type { FromKeys } from "../../../src/appliance/keys/keys-message.ts";

declare const self: Worker;

self.onmessage = () => {
  const register = { keys: [], accounts: [], organizations: [] };
  self.postMessage({ kind: "register", register } satisfies FromKeys);
  self.onmessage = () => {};
};
