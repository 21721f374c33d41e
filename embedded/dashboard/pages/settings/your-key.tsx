/** What a member may know of the settings: their key, and whose the rest is. */
import { useCaller } from "../../frame/session-context.ts";
import { Facts } from "../../parts/facts.tsx";
import { Go } from "../../parts/links.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { sayScopes } from "./keys/say-scopes.ts";
import { ReadsCell } from "./reads/reads-cell.tsx";
import { SignInsCell } from "./sign-ins/sign-ins-cell.tsx";
import { SettingsHead } from "./settings-head.tsx";
import { FOR_ADMINS } from "./settings-sections.ts";

export function YourKey() {
  const { developer, organization, scopes, version } = useCaller();
  return (
    <>
      <SettingsHead title="Your key" />
      <Answer note="A personal key shows that developer's work; a shared key that reads shows everybody's.">
        {developer === null
          ? "You signed in with a shared key."
          : `You signed in with a key of ${developer.name}.`}
      </Answer>
      <Row>
        <Cell span={6} title="About your key">
          <Facts
            facts={[
              ["Organization", organization.name],
              ["Developer", developer === null ? "shared" : developer.name],
              ["E-mail", developer?.email ?? <span className="quiet">not known</span>],
              ["It may", sayScopes(scopes)],
              ["Server", `scoring ${version}`],
            ]}
          />
          <p className="actions">
            <Go href="/connect">Connect an agent</Go>
          </p>
        </Cell>
        <Cell span={6} title="What administrators do">
          <p className="second">
            Administrators create and revoke keys. Ask one of them when a key is lost, a name is wrong, or
            your data should be deleted.
          </p>
          <ul className="pad-top second">
            {FOR_ADMINS.map(({ name, holds }) => (
              <li key={name}>
                {name}: {holds}
              </li>
            ))}
          </ul>
        </Cell>
        <SignInsCell whose="own" />
        <ReadsCell />
      </Row>
    </>
  );
}
