import { afterAll, describe, expect, test } from "bun:test";
import { eventually, removeFolders, startServed, whyNoNamespaces } from "./served.ts";
import { isSkipped } from "../skipped.ts";

afterAll(removeFolders);

const OBJECTS_OF_THEIR_OWN = 'mkdir -p "$DATA/objects"; mount --bind "$DATA/objects" "$DATA/objects"';

const obstacle = whyNoNamespaces();

describe.skipIf(isSkipped(obstacle === null, obstacle ?? ""))(
  "an objects folder that becomes read-only",
  () => {
    test("leaves records in the stream, says so, and gets them when it can be written again", async () => {
      const served = await startServed({ inNamespace: OBJECTS_OF_THEIR_OWN });
      await served.deliver("before");
      await served.holds(["before"]);
      served.run('mount -o remount,ro,bind "$DATA/objects"');
      await served.deliver("meanwhile"); // it is on disk, in the stream
      await eventually(async () => (served.log().includes("could not write a batch") ? true : null));
      expect(served.log()).toContain("it stays in the stream and is tried again");
      expect(served.log()).toContain("EROFS");
      expect(await served.complaintOf("objects")).not.toBeNull();
      await eventually(async () =>
        (await served.complaintOf("writer")) === "it cannot write; the log has the reason" ? true : null,
      );
      expect(await served.read()).toEqual(["before"]);
      served.run('mount -o remount,rw,bind "$DATA/objects"');
      await served.holds(["before", "meanwhile"]);
      await eventually(async () => ((await served.isReady()) ? true : null));
      await served.end();
    });

    test("can be served from the start, and lets what is held be read", async () => {
      const first = await startServed();
      await first.deliver("kept");
      await first.holds(["kept"]);
      first.signal("SIGTERM");
      expect(await first.exited).toBe(0);
      const readOnly = `${OBJECTS_OF_THEIR_OWN}; mount -o remount,ro,bind "$DATA/objects"`;
      const served = await startServed({ directory: first.directory, inNamespace: readOnly });
      await served.holds(["kept"]);
      await served.deliver("new");
      expect(await served.complaintOf("objects")).not.toBeNull();
      await served.end();
    });
  },
);
