/** Commands and blocks of text that a person copies. */
import { Fragment, useState } from "react";
import { Icon } from "./icon.tsx";

/** One command line with a button that copies it. */
export function Command({ children }: { children: string }) {
  return (
    <div className="command">
      <code>
        <Words text={children} />
      </code>
      <CopyButton text={children} />
    </div>
  );
}

/** Only words with a hyphen need to be held together: a browser ends a line behind it, in the middle of an option. */
function Words({ text }: { text: string }) {
  return text.split(" ").map((word, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      {word.includes("-") ? <span className="whole-word">{word}</span> : word}
    </Fragment>
  ));
}

/** A piece of a file: where it belongs, and the text. */
export function CodeBlock({ place, text }: { place: string; text: string }) {
  return (
    <div className="block">
      <div className="block-head">
        <span className="mono">{place}</span>
        <CopyButton text={text} />
      </div>
      {/* a region that scrolls takes the focus, so that the keyboard can scroll it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0} aria-label={place}>
        {text}
      </pre>
    </div>
  );
}

const COPIED_FOR_MS = 2_000;

function CopyButton({ text }: { text: string }) {
  const [said, say] = useState<"Copy" | "Copied" | "Not allowed">("Copy");
  const copy = async (): Promise<void> => {
    say(await copyText(text));
    setTimeout(() => say("Copy"), COPIED_FOR_MS);
  };
  return (
    <button type="button" className="button small" onClick={() => void copy()}>
      <Icon name={said === "Copied" ? "check" : "copy"} />
      <span aria-live="polite">{said}</span>
    </button>
  );
}

/** Browsers give the clipboard to pages of this machine or over TLS only. */
async function copyText(text: string): Promise<"Copied" | "Not allowed"> {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    return "Not allowed";
  }
}
