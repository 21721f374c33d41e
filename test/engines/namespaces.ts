/** A network of its own for a process, which can be cut off from single addresses: what is sent there vanishes. */

/** A network that has one way out, to this machine. */
export interface Space {
  /** This machine's addresses in there: a different one for each server, so that each can be cut off. */
  outside: readonly string[];
  /** The address of whoever is in there. */
  inside: string;
  /** The command that runs another one in there. */
  enter(command: readonly string[]): string[];
  /** Lets everything vanish that is sent from in there to this address. Nobody is refused and nobody is answered. */
  cutFrom(address: string): void;
  /** Lets everything through again. */
  heal(): void;
  /** Takes it away; whoever is in there has ended. */
  remove(): void;
}

const MOST_OUTSIDE = 8;
/** A neighbour that is not there, with a card that nobody has. */
const NOWHERE = { host: 200, card: "02:00:00:00:00:c8" };

/** Returns null when this user may make such networks. */
export function whyNoSpaces(): string | null {
  if (process.platform !== "linux") return "only Linux has networks of one's own";
  if (Bun.which("ip") === null) return "there is no ip here (Debian: iproute2)";
  if (process.getuid?.() !== 0) return "only root may make a network";
  const name = `sc-try-${process.pid}`;
  const tried = Bun.spawnSync(["ip", "netns", "add", name], { stderr: "pipe" });
  if (!tried.success) return `this machine gives no network: ${tried.stderr.toString().trim()}`;
  run("ip", "netns", "delete", name);
  return null;
}

/**
 * Makes one.
 *
 * @param number - From 1 to 250; no two at the same time in this process have the same.
 */
export function makeSpace(number: number): Space {
  const name = `sc-${process.pid}-${number}`;
  const [near, far] = [`sn${process.pid}-${number}`, `sf${process.pid}-${number}`];
  const address = (host: number) => `10.${100 + (process.pid % 100)}.${number}.${host}`;
  const outside = Array.from({ length: MOST_OUTSIDE }, (_, index) => address(index + 1));
  const inside = address(100);
  const within = (...command: string[]) => run("ip", "netns", "exec", name, ...command);
  run("ip", "netns", "add", name);
  run("ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
  for (const each of outside) run("ip", "address", "add", `${each}/24`, "dev", near);
  run("ip", "link", "set", near, "up");
  within("ip", "link", "set", "lo", "up");
  within("ip", "address", "add", `${inside}/24`, "dev", far);
  within("ip", "link", "set", far, "up");
  const neighbour = address(NOWHERE.host);
  within("ip", "neighbour", "add", neighbour, "lladdr", NOWHERE.card, "dev", far, "nud", "permanent");
  const cut = new Set<string>();
  const heal = () => {
    for (const each of cut) within("ip", "route", "delete", `${each}/32`);
    cut.clear();
  };
  return {
    outside,
    inside,
    enter: (command) => ["ip", "netns", "exec", name, ...command],
    cutFrom: (each) => {
      if (cut.has(each)) return;
      within("ip", "route", "add", `${each}/32`, "via", neighbour);
      cut.add(each);
    },
    heal,
    remove: () => run("ip", "netns", "delete", name),
  };
}

function run(...command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command, { stderr: "pipe" });
  if (!success) throw new Error(`${command.join(" ")}: ${stderr.toString().trim()}`);
}
