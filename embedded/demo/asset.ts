/** The captured sessions that the demo sends, as files that can be read from the executable too. */
import codexOk from "./codex-ok.jsonl.gz" with { type: "file" };
import codexRateLimited from "./codex-r429.jsonl.gz" with { type: "file" };
import codexTools from "./codex-tool.jsonl.gz" with { type: "file" };
import geminiTools from "./gemini-tool.jsonl.gz" with { type: "file" };
import opencodeOk from "./opencode-ok.jsonl.gz" with { type: "file" };
import qwenTools from "./qwen-tool.jsonl.gz" with { type: "file" };

/** Where each session can be read: one request a line, as JSON, compressed with gzip. */
export const capturedSessionPaths: readonly string[] = [
  codexOk,
  codexRateLimited,
  codexTools,
  geminiTools,
  opencodeOk,
  qwenTools,
];
