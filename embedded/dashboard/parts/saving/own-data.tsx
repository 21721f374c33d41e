/** Leads to everything that is stored about a person, as a file. */
import { useCaller } from "../../frame/session-context.ts";
import { Cell, Row } from "../layout.tsx";

export interface OwnDataProps {
  /** Whose it is. */
  id: string;
  name: string;
}

/** A button, and what the file holds; nothing for whoever may not have it. */
export function OwnData({ id, name }: OwnDataProps) {
  const { developer, role } = useCaller();
  const isSelf = developer?.id === id;
  if (!isSelf && role !== "admin") return null;
  const address = isSelf ? "/v1/me/export" : `/v1/admin/developers/${encodeURIComponent(id)}/export`;
  return (
    <>
      <p className="second">
        {isSelf
          ? "A zip of all that this server stores about you: records, what was computed from them, corrections, check-ins, and who read them. A readme says what the files are."
          : `A zip of all that is stored about ${name}, with a readme, to hand over when they ask for it. Check-ins are left out: only the person reads them.`}
      </p>
      <p className="actions">
        <a className="button" href={address} download>
          {isSelf ? "Download everything about me" : `Download everything about ${name}`}
        </a>
      </p>
    </>
  );
}

/** The same as a row of a page. */
export function OwnDataRow({ id, name }: OwnDataProps) {
  const { developer, role } = useCaller();
  const isSelf = developer?.id === id;
  if (!isSelf && role !== "admin") return null;
  return (
    <Row>
      <Cell span={12} title={isSelf ? "Your data" : "Their data"}>
        <OwnData id={id} name={name} />
      </Cell>
    </Row>
  );
}
