import { describe, expect, test } from "bun:test";
import { calledName, createSpeaker } from "../../../src/cli/text/speaker.ts";

function speak(columns: number | null, name = "scoring") {
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  const ask = () => Promise.resolve(null);
  const terminal = { write, complain: write, ask, isPerson: columns !== null, columns };
  return { said, speaker: createSpeaker(terminal, { name, commandWords: ["serve", "keys"] }) };
}

describe("what is said on a terminal", () => {
  test("holds no character that steers it, wherever it comes from", () => {
    const { said, speaker } = speak(80);
    const hostile = "a\u001B[2J\u009B31m\u0007\r\u007F\u202Eb";
    speaker.say(hostile);
    speaker.show(hostile);
    speaker.complain(hostile);
    speaker.log(`${hostile}\n`);
    speaker.redraw(hostile);
    const visible = String.raw`a\u001b[2J\u009b31m\u0007\u000d\u007f\u202eb`;
    expect(said).toEqual([...Array<string>(4).fill(`${visible}\n`), `\r\u001B[K${visible}`]);
  });

  test("is not behind a line that is redrawn, which it erases", () => {
    const { said, speaker } = speak(80);
    speaker.redraw("3 of 20 records examined");
    speaker.complain("scoring rebuild: the disk is full");
    speaker.complain("more");
    speaker.redraw("4 of 20");
    speaker.redraw("");
    speaker.say("done");
    expect(said.slice(1)).toEqual([
      "\r\u001B[K",
      "scoring rebuild: the disk is full\n",
      "more\n",
      "\r\u001B[K4 of 20",
      "\r\u001B[K",
      "done\n",
    ]);
  });

  test("stays the same document when it is JSON", () => {
    const { said, speaker } = speak(80);
    speaker.show(JSON.stringify({ name: "\u001B[31m\u009B" }));
    expect(said[0]).toBe('{"name":"\\u001b[31m\\u009b"}\n');
    expect(JSON.parse(said[0] ?? "")).toEqual({ name: "\u001B[31m\u009B" });
  });

  test("is broken between words, indented lines further in", () => {
    const { said, speaker } = speak(24);
    speaker.say("one two three four five six\n  seven eight nine ten eleven");
    expect(said[0]?.split("\n")).toEqual([
      "one two three four five",
      "six",
      "  seven eight nine ten",
      "    eleven",
      "",
    ]);
  });

  test("leaves commands, words and blocks to paste whole", () => {
    const { said, speaker } = speak(24);
    speaker.say("  scoring serve --listen 127.0.0.1:4318\nhttps://scoring.example.com/long");
    speaker.show("export OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer x");
    expect(said).toEqual([
      "  scoring serve --listen 127.0.0.1:4318\nhttps://scoring.example.com/long\n",
      "export OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer x\n",
    ]);
  });

  test("is not broken where nobody reads along", () => {
    const { said, speaker } = speak(null);
    speaker.say("word ".repeat(100).trim());
    expect(said[0]?.split("\n")).toHaveLength(2);
  });

  test("names commands as the program was called", () => {
    const { said, speaker } = speak(80, "./scoring");
    speaker.say("scoring serve, then scoring keys list; scoring is a program, /opt/scoring serve another");
    expect(said[0]).toBe(
      "./scoring serve, then ./scoring keys list; scoring is a program, /opt/scoring\nserve another\n",
    );
  });
});

test("a program that was found on the PATH is called by its name, another by its path", () => {
  const called = ["scoring", "./scoring", "/opt/s/scoring", "/my files/scoring"].map(calledName);
  expect(called).toEqual(["scoring", "./scoring", "/opt/s/scoring", "'/my files/scoring'"]);
});
