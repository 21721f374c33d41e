import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";

afterAll(removeFolders);

let served: Served;

beforeAll(async () => {
  served = await startServed();
});

/** Sending the signal is not enough: threads may go on for a moment after it was sent. */
async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const states = (): string[] =>
    readdirSync(`/proc/${pid}/task`).map(
      (task) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/task/${task}/stat`, "utf8"))?.[1] ?? "",
    );
  await eventually(async () => (states().every((state) => state === "T") ? true : null));
}

describe("while the stream's server is frozen", () => {
  test("requests are held for two seconds and then asked to come again; nothing acknowledged is lost", async () => {
    await served.deliver("before");
    await freeze(served.streamPid());
    // asked at once, because a server that stays frozen is replaced soon, and a busy machine takes long to answer
    const [held, refused] = await Promise.all([
      served.send("held"),
      eventually(async () => ((await served.health()) === "nats unhealthy" ? true : null)).then(() =>
        served.send("refused early"),
      ),
      eventually(async () => ((await served.isReady()) ? null : true)),
    ]);
    expect(held).toMatchObject({ status: 503, retryAfter: "5" });
    expect(held.text).toContain("The message stream does not answer; send this again later.");
    expect(held.tookMs).toBeGreaterThan(1_500);
    expect(refused).toMatchObject({ status: 503, retryAfter: "5" });
    process.kill(served.streamPid(), "SIGCONT");
    await eventually(async () => ((await served.health()) === "ok" ? true : null));
    await served.deliver("after");
    const bodies = await eventually(async () => {
      const some = await served.read();
      return some.includes("after") ? some : null;
    });
    expect(bodies).toContain("before");
  });

  test("a new one takes its place when it stays frozen, and serves what was acknowledged", async () => {
    await served.deliver("before");
    const frozen = served.streamPid();
    await freeze(frozen);
    await eventually(async () => ((await served.health()) === "nats unhealthy" ? true : null));
    await eventually(async () => ((await served.health()) === "ok" ? true : null));
    expect(served.streamPid()).not.toBe(frozen);
    expect(served.log()).toContain("the stream's server does not answer; ending it");
    await served.deliver("after");
    await eventually(async () => {
      const bodies = await served.read();
      return bodies.includes("before") && bodies.includes("after") ? true : null;
    });
  });
});

describe("while the stream's server restarts", () => {
  test("requests are held and answered 200 before anybody is asked to come again", async () => {
    // a busy machine may take longer for a start than a request is held
    await eventually(async () => {
      await served.deliver("first");
      process.kill(served.streamPid(), "SIGKILL");
      const held = await served.send("held");
      expect(held).toMatchObject(held.status === 200 ? {} : { status: 503, retryAfter: "5" });
      return held.status === 200 ? true : null;
    });
  });
});

describe("a stop while the stream's server is frozen", () => {
  test("ends all the same", async () => {
    const { directory, key } = served;
    await served.end();
    served = await startServed({ directory, key });
    await freeze(served.streamPid());
    served.signal("SIGTERM");
    expect(await served.exited).toBe(0);
  });
});
