/** Shows the demo's end in a terminal. */
import type { ShownDemo } from "../../demo/run.ts";
import type { Speaker } from "../text/speaker.ts";
import { describeDemo } from "./describe-demo.ts";

/** The table for a person, labelled as sample data. */
export function reportDemo(shown: ShownDemo, speaker: Speaker): void {
  speaker.say(describeDemo(shown, speaker.columns));
  if (shown.kept !== null) speaker.show(reportKept(shown.kept).join("\n"));
}

/** To be opened or pasted: the link, the admin key, and a question to ask with it. */
function reportKept({ url, key, link }: NonNullable<ShownDemo["kept"]>): string[] {
  const open = ["", "Open the dashboard; the link signs in once, within five minutes:", `  ${link}`];
  const ask = [
    "",
    "Or ask the API:",
    `  KEY=${key}`,
    `  curl -H "Authorization: Bearer $KEY" ${url}/scoring/scores`,
  ];
  return [...(link === null ? [] : open), ...ask];
}
