/** Every promise of the threat model in docs/security.md is held by a test, and those tests exist. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText, ROOT } from "./sources.ts";

/** By the beginning of a promise: the words of the tests that hold it, each in one of the files that it names. */
const HELD_BY: Readonly<Record<string, readonly string[]>> = {
  "Without a key: 401": [
    "%s is 401 and asks for one",
    "only health answers, whom to write to, signing in, coming back from Slack with a state, and the script",
  ],
  "No body is read before": ["a 401 does not wait for the body"],
  "Keys are 190 random bits": ["make whoever tries them wait, and nobody else who comes from that address"],
  "No spelling of a path or host": ["%p is 401", "%s is 400 on any path, with a key or without"],
  "A request that could end in two places": [
    "a request that could end in two places is 400, and its connection is closed",
    "a body that looks like a request is a body",
  ],
  "The queue's port": [
    "are the front door and the queue, both on this machine only",
    "the queue closes a connection with %s",
  ],
  "Hostile bodies": [
    "with a memory limit on its processes",
    "are all answered, never with 5xx, and what was accepted can be read back",
  ],
  "It opens nothing of another organization": [
    "%s holds nothing of the other's",
    "%s knows no id of the other's",
    "%s changes nothing of the other's",
  ],
  "It does what its scopes allow": [
    "lets in whom the table lets in, and refuses everybody else",
    "%s shows nothing of a colleague",
  ],
  "It ends within a second": ["a revoked key soon stops, for sending and for reading"],
  "Too many requests": ["requestsPerMinute"],
  "Long queries of one key": ["leaves a worker to another key"],
  "Cursors are sealed": ["%s is 400, and says so without repeating it"],
  "The server calls no private address": [
    "to where a redirect leads",
    "to a host that the owner does not allow any more",
  ],
  "An engine that lost its leases": ["every write ends, changes nothing, and is nobody's fault"],
  "Every ingest node stops a revoked key": ["stop within a second of their revocation at every node"],
  "An ingest node leaves nothing": ["lives, and leaves nothing in its folder"],
  "An engine hears from an ingest node": ["names its client, whatever the client says of itself"],
  "A cluster with the wrong certificate": ["opens the door %p with what it asks for, and not without"],
  "A route that the table of routes lacks": [
    "has every route of the document and no other",
    "may not use a route that the table lacks, whatever the scopes",
  ],
  "A lead sees nothing": [
    "hears nothing of people without the label from %s",
    "hears nobody's prompts, records and tasks from %s",
  ],
  "What goes on for long": [
    "ends when its listener has another role",
    "is signed out when the account ends, and stays out",
    "whose account has ended, not even where everybody of the domain may",
  ],
  "A sign-in ends at its limits": [
    "ends after an hour in which nobody used it",
    "holds as long as it is used, and ends after three hours all the same",
  ],
  "Text stays data": ["is taken, measured and reported as a text, whatever it means elsewhere"],
  "Logs and terminals": [
    "stays one line and commands no terminal, whatever a field holds",
    "holds no character that steers it, wherever it comes from",
  ],
  "No name leads out": ["../outside"],
  "Orders to the judge model": [
    "gains nothing by a model that obeys an order and quotes what nobody wrote",
    "has other marks each time, which it cannot have known",
  ],
  "Most secrets are redacted": ["finds 95 % of its secrets"],
  "By the headers of every response": ["%s (%d) has every protective header"],
  "A change needs a page of this origin": [
    "changes nothing on behalf of another host's page, or of one that hides",
    "changes nothing in the name of who is signed in, and signs nobody out",
    "a cookie without the prefix signs nobody in",
    "does not sign in without the prefix, which anybody on the way could have planted",
  ],
  "A passkey signs in only on": [
    "is refused when another page was shown, or another person's passkey is named",
    "is refused a second time with one challenge, and with a challenge that is none",
    "is refused when the counter of the device did not grow, as that of a copy would not",
    "is good for five minutes",
  ],
  "Nobody signs in with a provider's token": [
    "a token is refused",
    "when email_verified is %j",
    "with the way back of another browser",
  ],
  "A link signs in one browser": ["signs in once also when two browsers open it at the same time"],
  "Each sign-in creates": ["gives a new token to a browser that brought one"],
  "A page whose name leads": ["is refused before anything is done"],
  "Errors contain": [
    "the caller's own words are never repeated",
    "what breaks inside is logged with the request's id and hidden from the caller",
  ],
  "No secret is in the log": [
    "%s is in no answer and in no line of the log",
    "%s is in no file but its own",
    "is shown by no list of processes",
    "is warned of, with what to do, and is not repeated",
  ],
  "Only the server's user": ["in a directory that others could look into when it was empty"],
  "Credentials of Slack": ["opens with its key for its owner, and looks different each time"],
  "A purge leaves no word": ["when a running server has finished it"],
  "The audit log holds who read whose texts": [
    "one's own prompts and records is in no log",
    "a list of several people adds an entry for each of them",
    "whose details hold a text that somebody may have written is refused, and nothing is kept",
    "finds one changed byte of the database's file, and names the entry",
  ],
  "A hostile backup": ["is larger than any that is made is refused, however small it is packed"],
};

interface Promised {
  sentence: string;
  files: readonly string[];
}

/** The promises as the page has them, each a line of a list. */
function readPromises(): Promised[] {
  const [, section = ""] = /### Promises\n([^]*?)\n### /.exec(readText("docs/security.md")) ?? [];
  const lines = section.split("\n").filter((line) => line.startsWith("- "));
  return lines.map((line) => ({
    sentence: line.slice(2),
    files: [...line.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, file = ""]) => file),
  }));
}

const promises = readPromises();
const startsOf = ({ sentence }: Promised) =>
  Object.keys(HELD_BY).filter((start) => sentence.startsWith(start));

describe("the promises of docs/security.md", () => {
  test("are at least twenty", () => {
    expect(promises.length).toBeGreaterThanOrEqual(20);
  });

  test("are all in the table, and nothing else is", () => {
    expect(promises.flatMap(startsOf).toSorted()).toEqual(Object.keys(HELD_BY).toSorted());
    expect(promises.filter((promise) => startsOf(promise).length !== 1)).toEqual([]);
  });
});

describe.each(promises)("$sentence", (promise) => {
  test("names tests that exist", () => {
    expect(promise.files).not.toEqual([]);
    expect(promise.files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test("is held by what those say, each of them by something", () => {
    const words = startsOf(promise).flatMap((start) => HELD_BY[start] ?? []);
    const texts = promise.files.map((file) => readText(file));
    expect(words.filter((word) => !texts.some((text) => text.includes(word)))).toEqual([]);
    expect(promise.files.filter((_, at) => !words.some((word) => texts[at]?.includes(word)))).toEqual([]);
  });
});
