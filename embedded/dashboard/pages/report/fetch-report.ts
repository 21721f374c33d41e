/** Asks for one completed report, and for the same as Markdown. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { ApiProblem, ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";

/** It never changes. */
export function useReport(id: string) {
  return useQuery({
    queryKey: ["report", id],
    queryFn: async () => {
      const answer = await ask(api.v1.insights.report({ id }).get());
      // the other forms are only sent to who asks for them
      if (answer instanceof Response) throw new Error("BUG: a report came in another form than JSON");
      return answer;
    },
    staleTime: Infinity,
    refetchInterval: false,
  });
}

/** Where the report is a document of its own, for a browser to show and print. */
export function documentAddress(id: string): string {
  return `/v1/insights/report/${encodeURIComponent(id)}`;
}

/** Saves the report as a file of Markdown. */
export function useSaveMarkdown(id: string) {
  return useMutation({
    mutationFn: async (name: string) => {
      const answer = await fetch(documentAddress(id), { headers: { accept: "text/markdown" } });
      if (!answer.ok)
        throw new ApiProblem(
          answer.status,
          "The report could not be read.",
          answer.headers.get("x-request-id"),
        );
      save(await answer.blob(), name);
    },
  });
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
