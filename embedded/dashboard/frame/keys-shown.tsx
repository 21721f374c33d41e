/** The list of keys, which `?` opens. */
import { useModal } from "../parts/forms/use-modal.ts";
import { GO_KEYS } from "./shortcuts.ts";
import { useOwnPages } from "./own-pages.ts";

export function KeysShown({ close }: { close: () => void }) {
  const { dialog, leave } = useModal(close);
  const pages = useOwnPages();
  const leads = Object.entries(GO_KEYS).flatMap(([key, address]) => {
    const page = pages.find((shown) => shown.address === address);
    return page === undefined ? [] : [{ key, name: page.place.name }];
  });
  return (
    <dialog ref={dialog} className="palette keys" aria-label="Keys" onCancel={leave}>
      <h2>Keys</h2>
      <dl className="key-list">
        <Line keys={["/"]} does="Search: pages, people, sessions, words of prompts, actions" />
        <Line keys={["?"]} does="Show these keys" />
        <Line keys={["←", "→"]} does="Move in a chart, a heat map or a timeline that has the focus" />
        <Line keys={["Esc"]} does="Close what is open" />
        {leads.map(({ key, name }) => (
          <Line key={key} keys={["g", key]} does={name} />
        ))}
      </dl>
      {/* the dialog was opened by a key, and the next one may close it */}
      <button type="button" className="button" autoFocus onClick={leave}>
        Close
      </button>
    </dialog>
  );
}

function Line({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
