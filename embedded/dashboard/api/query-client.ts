/** How answers are kept and asked for again. */
import { hashKey, QueryCache, QueryClient } from "@tanstack/react-query";
import { chosenDaysHere } from "../address/chosen-days.ts";
import { labelsHere } from "../address/labels.ts";
import { ApiProblem } from "./ask.ts";

const REFRESH_MS = 30_000;

/** Keeps what was shown while it asks again; a refusal is not asked for twice. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (problem, { queryKey }) => {
        const isSignedOut = problem instanceof ApiProblem && problem.status === 401;
        if (isSignedOut && queryKey[0] !== "session") void client.resetQueries({ queryKey: ["session"] });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: REFRESH_MS,
        refetchInterval: REFRESH_MS,
        // what a page shows depends on the days and labels that the address names
        queryKeyHashFn: (key) => hashKey([key, chosenDaysHere(), labelsHere()]),
        // the server may be on this machine, whatever the browser thinks of the network
        networkMode: "always",
        retry: (times, problem) => times < 2 && problem instanceof ApiProblem && isPassing(problem.status),
      },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

/** Not reached, or asked to try again later. */
function isPassing(status: number): boolean {
  return status === 0 || status === 502 || status === 503;
}
