/** The page of whoever is signed in with an account: who they are here, and their passkeys. */
import type { Session } from "../../../api/session.ts";
import { useCaller } from "../../../frame/session-context.ts";
import { Empty } from "../../../parts/empty.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Go } from "../../../parts/links.tsx";
import { roleName } from "../roles.ts";
import { ReadsCell } from "../reads/reads-cell.tsx";
import { SignInsCell } from "../sign-ins/sign-ins-cell.tsx";
import { SettingsHead } from "../settings-head.tsx";
import { sayOwnRole } from "./own-role.ts";
import { PasskeysCell } from "./passkeys-cell.tsx";

export function AccountPage() {
  const caller = useCaller();
  return (
    <>
      <SettingsHead title="Your account" />
      {caller.account === null ? (
        <WithKey />
      ) : (
        <>
          <Answer note="Nobody else sees your passkeys. Whoever holds one of your devices and opens it signs in as you.">
            You are signed in as {caller.account.email}.
          </Answer>
          <Row>
            <PasskeysCell />
            <Cell span={4} title="Who you are here">
              <Facts facts={factsOf(caller, caller.account)} />
              <h3 className="sub-head">What you may do</h3>
              <p className="second">{sayOwnRole(caller)}</p>
              <YourAgents isAdmin={caller.role === "admin"} />
            </Cell>
            <SignInsCell whose="own" />
            <ReadsCell />
          </Row>
        </>
      )}
    </>
  );
}

function YourAgents({ isAdmin }: { isAdmin: boolean }) {
  return (
    <>
      <p className="second pad-top">
        Your agents send with a key, not with your account.
        {!isAdmin && " An administrator creates one for you."}
      </p>
      <p className="actions">
        {isAdmin && <Go href="/settings/keys">Create a key</Go>}
        <Go href="/connect">Connect an agent</Go>
      </p>
    </>
  );
}

function WithKey() {
  return (
    <Row>
      <Cell span={12}>
        <Empty title="You signed in with a key" action={<Go href="/settings">Settings</Go>}>
          A key has no passkeys. Sign in with your account; an administrator makes one for you.
        </Empty>
      </Cell>
    </Row>
  );
}

function factsOf(
  { organization, role, developer, version }: Session,
  { name, email }: NonNullable<Session["account"]>,
): [string, string][] {
  return [
    ["Name", name ?? developer?.name ?? email],
    ["E-mail", email],
    ["Role", roleName(role)],
    ["Organization", organization.name],
    ["Server", `scoring ${version}`],
  ];
}
