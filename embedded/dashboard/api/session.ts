/** Who is signed in. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetClock } from "../frame/clock-choice.ts";
import { learnNames } from "../words/names.ts";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

/** What the server knows about whoever is signed in. */
export type Session = Awaited<ReturnType<typeof readSession>>;

const KEY = ["session"];

/** Asks for the names of agents and metrics as well: every page needs them. */
async function readSession() {
  const [session, { titles }, { metrics }] = await Promise.all([
    ask(api.v1.session.get()),
    ask(api.v1.agents.get({ query: { shell: "sh" } })),
    ask(api.scoring.metrics.definitions.get()),
  ]);
  learnNames({ agents: titles, metrics });
  return session;
}

/** Asked once when a page opens, and again after any answer of 401. */
export function useSession() {
  return useQuery({ queryKey: KEY, queryFn: readSession, staleTime: Infinity, refetchInterval: false });
}

/** How people sign in here. */
export type SignInWays = Awaited<ReturnType<typeof readWays>>;

function readWays() {
  return ask(api.v1.session.ways.get());
}

/** Asks how people sign in here. */
export function useSignInWays() {
  return useQuery({
    queryKey: ["sign-in-ways"],
    queryFn: readWays,
    staleTime: Infinity,
    refetchInterval: false,
  });
}

/** Signs in, and forgets what was shown to whoever was signed in before. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (proof: { key: string } | { token: string }) => ask(api.v1.session.post(proof)),
    onSuccess: () => client.clear(),
  });
}

/** Signs out and forgets everything that was shown. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.v1.session.delete()),
    onSettled: () => {
      client.clear();
      forgetClock();
      location.assign("/sign-in?signed-out");
    },
  });
}

/** Whether the reader sees everybody's rows; a lead sees those of some people. */
export function readsEverybody({ role, scopes }: Pick<Session, "role" | "scopes">): boolean {
  return role !== "lead" && (scopes.includes("read_team") || scopes.includes("admin"));
}

/** Who is signed in, as a person would say it. */
export function callerName({ account, developer, role }: Session): string {
  if (account !== null) return account.name ?? developer?.name ?? account.email;
  if (developer !== null) return developer.name;
  return role === "admin" ? "Administrator" : "Shared key";
}
