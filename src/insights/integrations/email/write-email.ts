/** Writes an e-mail: the same words as plain text and as HTML, and headers that nobody's words can add to. */
import MailComposer from "nodemailer/lib/mail-composer";
import type { ChatMessage } from "../message.ts";

/** What is written. */
export interface EmailDraft {
  from: string;
  to: readonly string[];
  /** The same whenever the same message is sent again, so that a mailbox can drop the second one. */
  messageId: string;
  message: ChatMessage;
}

const LONGEST_SUBJECT = 200;

/** Returns the bytes that a mail server is sent. */
export function writeEmail({ from, to, messageId, message }: EmailDraft): Promise<Buffer> {
  const title = inOneLine(message.title);
  const lines = message.lines.map(inOneLine);
  const composer = new MailComposer({
    from: { name: "scoring", address: from },
    to: [...to],
    subject: title.length > LONGEST_SUBJECT ? `${title.slice(0, LONGEST_SUBJECT)}…` : title,
    messageId: `<${messageId.replace(/[^A-Za-z0-9._-]/g, "-")}@${from.split("@")[1]}>`,
    // so that nobody's absence note answers it
    headers: { "Auto-Submitted": "auto-generated" },
    text: textOf({ title, lines, link: message.link }),
    html: htmlOf({ title, lines, link: message.link }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** What people and agents wrote could hold ends of lines and signs that steer a terminal. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function textOf({ title, lines, link }: ChatMessage): string {
  const more = link === null ? [] : ["", `${link.words}: ${link.address}`];
  return [title, "", ...lines.map((line) => `- ${line}`), ...more, ""].join("\n");
}

/** No picture, no style sheet and no script: nothing is loaded when somebody opens it. */
function htmlOf({ title, lines, link }: ChatMessage): string {
  const rows = lines.map((line) => `<li style="margin:4px 0">${Bun.escapeHTML(line)}</li>`).join("\n");
  const more =
    link === null ? "" : `<p><a href="${Bun.escapeHTML(link.address)}">${Bun.escapeHTML(link.words)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${Bun.escapeHTML(title)}</title></head>
<body style="font:15px/1.5 system-ui,sans-serif;margin:24px;max-width:640px">
<h1 style="font-size:18px;font-weight:600;margin:0 0 12px">${Bun.escapeHTML(title)}</h1>
<ul style="margin:0;padding-left:20px">
${rows}
</ul>
${more}
</body>
</html>
`;
}
