/** The table of contents of the documents that the server shows at /docs. A new document is a line here. */

/** Documents for the same readers. */
export interface Chapter {
  readers: string;
  /** The name of a file in docs/, without its ending, and what the list calls it. */
  documents: readonly (readonly [stem: string, name: string])[];
}

export const CONTENTS: readonly Chapter[] = [
  {
    readers: "For everybody",
    documents: [
      ["understand-your-scores", "Understand your scores"],
      ["glossary", "Glossary"],
      ["privacy", "Data protection"],
      ["agents", "Connect agents"],
      ["history", "Import an agent's history"],
      ["mcp", "Ask from your agent"],
    ],
  },
  {
    readers: "For administrators",
    documents: [
      ["first-week", "The first week"],
      ["accounts", "People and sign-in"],
      ["install", "Install"],
      ["operations", "Operate"],
      ["scale-out", "Past one machine"],
      ["troubleshooting", "Troubleshoot"],
      ["configuration", "Settings"],
      ["judge", "The judge model"],
      ["reports", "Reports and Slack"],
      ["export", "Export"],
      ["security", "Security"],
    ],
  },
  {
    readers: "How it works",
    documents: [
      ["scoring", "The method of scoring"],
      ["fairness", "Fairness"],
      ["api", "The API"],
      ["performance", "Performance"],
      ["dialects", "How records are read"],
      ["architecture", "Architecture"],
      ["decisions", "Decisions"],
    ],
  },
];

/** Files that documents link to, with their type. */
export const ATTACHED: readonly (readonly [path: string, type: string])[] = [
  ["collector.yaml", "text/plain; charset=utf-8"],
  ["slack-app-manifest.yaml", "text/plain; charset=utf-8"],
  ["monitoring/alerts.yaml", "text/plain; charset=utf-8"],
  ["monitoring/grafana.json", "application/json"],
];
