/** Prompts wait because nothing judges them: what that means, and the settings that change it. */
import { Command } from "../../parts/command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Go } from "../../parts/links.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import type { ModelState } from "./fetch-prompts.ts";

export interface NoModelProps {
  model: Exclude<ModelState, "set">;
}

export function NoModel({ model }: NoModelProps) {
  return (
    <Row>
      <Cell span={12}>
        {model === "none" && <NotSet />}
        {model === "offline" && (
          <Empty
            title="The judge model may not be asked"
            action={<Go href="/settings/model">Judge model</Go>}
          >
            This server runs with the setting offline, which forbids the connection to the judge model. Set
            offline to false and reload its settings to have them judged.
          </Empty>
        )}
        {model === "unknown" && (
          <Empty title="No prompt has been judged yet">
            Prompts are judged by a language model. Ask your administrator to set one up.
          </Empty>
        )}
      </Cell>
    </Row>
  );
}

function NotSet() {
  return (
    <>
      <Empty title="No judge model is set, so no prompt is judged">
        Prompts are judged as soon as a judge model is set; everything else works without it. Any server with
        an OpenAI-compatible chat API will do, also one on this machine. Start the server with these settings:
      </Empty>
      <div className="actions">
        <Command>scoring serve --llm-base-url http://127.0.0.1:11434/v1 --llm-model qwen3-coder</Command>
      </div>
      <p className="note">
        Or as SCORING_LLM_BASE_URL and SCORING_LLM_MODEL, with SCORING_LLM_API_KEY if the model&rsquo;s server
        needs a key. <Go href="/settings/model">Judge model</Go>
      </p>
    </>
  );
}
