/** Shows a page of the settings to administrators, and to others whose it is; for them nothing is asked. */
import type { ReactNode } from "react";
import { useCaller } from "../../frame/session-context.ts";
import { Command } from "../../parts/command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Go } from "../../parts/links.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { asRole } from "./roles.ts";
import { SettingsHead } from "./settings-head.tsx";

export function ForAdministrators({ title, children }: { title: string; children: ReactNode }) {
  const { role, account } = useCaller();
  if (role === "admin") return children;
  const says = `${title}: for administrators`;
  return (
    <>
      <SettingsHead title={title} />
      <Row>
        <Cell span={12}>
          {account === null ? (
            <>
              <Empty title={says} action={<Go href="/settings">About your key</Go>}>
                You have a member key, which cannot change settings. Whoever runs the server can create an
                admin key there:
              </Empty>
              <Command>scoring keys create --role admin --name lead</Command>
            </>
          ) : (
            <Empty title={says} action={<Go href="/settings">About your account</Go>}>
              You are signed in as {asRole(role)}, which cannot change settings. An administrator can give you
              another role.
            </Empty>
          )}
        </Cell>
      </Row>
    </>
  );
}
