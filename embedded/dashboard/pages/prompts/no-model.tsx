/** Prompts wait because nothing judges them: what that means, and the settings that change it. */
import { Command } from "../../parts/command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Go } from "../../parts/links.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { formatThings } from "../../words/numbers.ts";
import type { ModelState } from "./fetch-prompts.ts";

export interface NoModelProps {
  model: Exclude<ModelState, "set">;
  pending: number;
}

export function NoModel({ model, pending }: NoModelProps) {
  return (
    <Row>
      <Cell span={12}>
        {model === "none" && <NotSet pending={pending} />}
        {model === "offline" && (
          <Empty
            title="The language model may not be asked"
            action={<Go href="/settings/model">Language model</Go>}
          >
            {sayWaiting(pending)} This server runs with the setting offline, which forbids the connection to
            the language model. Restart it without offline to have them judged.
          </Empty>
        )}
        {model === "unknown" && (
          <Empty title="No prompt has been judged yet">
            {sayWaiting(pending)} Prompts are judged by a language model that whoever runs the server sets;
            ask them whether one is set.
          </Empty>
        )}
      </Cell>
    </Row>
  );
}

function NotSet({ pending }: { pending: number }) {
  return (
    <>
      <Empty title="No language model is set, so no prompt is judged">
        {sayWaiting(pending)} They are judged as soon as there is one, and everything else works without. Any
        server that speaks OpenAI&rsquo;s chat completions will do, one on this machine too; start the server
        with these settings:
      </Empty>
      <div className="actions">
        <Command>scoring serve --llm-base-url http://127.0.0.1:11434/v1 --llm-model qwen3-coder</Command>
      </div>
      <p className="note">
        Or as SCORING_LLM_BASE_URL and SCORING_LLM_MODEL, with SCORING_LLM_API_KEY where the model&rsquo;s
        server wants a key. <Go href="/settings/model">Language model</Go>
      </p>
    </>
  );
}

function sayWaiting(pending: number): string {
  return pending === 0 ? "" : `${formatThings(pending, "prompt waits", "prompts wait")}.`;
}
