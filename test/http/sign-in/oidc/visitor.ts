/** A browser without a screen: keeps cookies, follows redirects, and fills in the provider's two forms. */

/** One browser. */
export interface Visitor {
  /** Asks once, with its cookies. */
  ask(url: string, init?: RequestInit): Promise<Response>;
  /**
   * Opens an address, signs in at the provider, and stops before the first address that begins so.
   *
   * @returns That address.
   */
  signInAt(url: string, login: string, until: string): Promise<string>;
}

const MOST_STEPS = 20;

export function newVisitor(): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { cookie, ...init.headers } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    ask,
    async signInAt(url, login, until) {
      let [answer, at] = [await ask(url), url];
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const location = answer.headers.get("location");
        if (location !== null) {
          at = new URL(location, at).href;
          if (at.startsWith(until)) return at;
          answer = await ask(at);
        } else answer = await submit(ask, { at, page: await answer.text(), login });
      }
      throw new Error(`the provider leads nowhere: ${at}`);
    },
  };
}

async function submit(
  ask: Visitor["ask"],
  { at, page, login }: { at: string; page: string; login: string },
): Promise<Response> {
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
  const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
  if (action === undefined || prompt === undefined)
    throw new Error(`no form at ${at}: ${page.slice(0, 300)}`);
  const body = new URLSearchParams({ prompt, login, password: "any" });
  return ask(new URL(action, at).href, { method: "POST", body });
}
