/** Chooses whose work a page shows; with a personal key there is no choice, so nothing is shown. */
import { useWhose } from "../address/whose.ts";
import { useDevelopers } from "../api/developers.ts";
import { useCaller } from "../frame/session-context.ts";

export function WhosePicker() {
  const [whose, choose] = useWhose();
  const { role, developer } = useCaller();
  const developers = useDevelopers().data ?? [];
  if (role !== "admin" && developer !== null) return null;
  const asked = whose.kind === "one" ? whose.id : "";
  // an address may name a developer by e-mail too
  const chosen = developers.find(({ id, email }) => id === asked || email === asked)?.id ?? asked;
  const isListed = chosen === "" || developers.some(({ id }) => id === chosen);
  return (
    <select
      className="select"
      aria-label="Whose work"
      value={chosen}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">Everyone</option>
      {developers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {!isListed && <option value={chosen}>Unknown developer</option>}
    </select>
  );
}
