/** Asks for what one completed report says, and for the same as Markdown. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { ApiProblem, ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { saveFile } from "../../parts/saving/save-file.ts";
import type { ReportDocument } from "../../report/document.ts";

/** In this form the API answers blocks instead of numbers. */
const BLOCKS = { headers: { accept: "application/vnd.scoring.report+json" } };

/** It never changes. */
export function useReport(id: string) {
  return useQuery({
    queryKey: ["report", id],
    // the client's types know the numbers only
    queryFn: async () => (await ask(api.v1.insights.report({ id }).get(BLOCKS))) as unknown as ReportDocument,
    staleTime: Infinity,
    refetchInterval: false,
  });
}

/** The address of the report as a separate document, to show and print. */
export function documentAddress(id: string): string {
  return `/v1/insights/report/${encodeURIComponent(id)}`;
}

/** Saves the report as a file of Markdown, under the name that the server gives it. */
export function useSaveMarkdown(id: string) {
  return useMutation({
    mutationFn: async () => {
      const answer = await fetch(documentAddress(id), { headers: { accept: "text/markdown" } });
      if (!answer.ok)
        throw new ApiProblem(
          answer.status,
          "The report could not be read.",
          answer.headers.get("x-request-id"),
        );
      const [, name = "report.md"] =
        /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
      saveFile(await answer.blob(), name);
    },
  });
}
