/** What the audit log calls each route that reads what people wrote or sent; or why it has no entry. */
import type { ReadingAction } from "../../audit/actions.ts";

type Reason = `not: ${string}`;

/** By method and path, as the OpenAPI document has them: every route that no lead may read. */
export const READ_ROUTES: Readonly<Record<string, ReadingAction | Reason>> = {
  "GET /v1/telemetry/logs": "records_read",
  "GET /v1/telemetry/spans": "records_read",
  "GET /v1/telemetry/metrics": "records_read",
  "GET /v1/sessions/{id}/conversation": "conversation_read",
  "GET /v1/sessions/{id}/timeline": "conversation_read",
  "GET /v1/search": "search_read",
  "GET /scoring/prompt-rubric/prompts": "prompts_read",
  "GET /scoring/prompt-rubric/prompts/{id}": "prompts_read",
  "GET /v1/intelligence/worst-prompts": "prompts_read",
  "GET /v1/intelligence/best-prompts": "prompts_read",
  "GET /v1/intelligence/prompt-chains": "prompts_read",
  "GET /v1/advisor/cards": "prompts_read",
  "GET /v1/advisor/cards/{id}": "prompts_read",
  "GET /v1/advisor/habits": "prompts_read",
  "GET /v1/me/export": "not: only the own",
  "GET /v1/sessions": "not: of texts only titles",
  "GET /scoring/sub-sessions": "not: of texts only titles",
  "GET /scoring/sub-sessions/by-session": "not: of texts only titles",
  "GET /v1/advisor/sessions/{session_id}/summary": "not: a title and a summary",
  "GET /v1/advisor/stream": "not: cards as they are made; they are read at /v1/advisor/cards",
  "GET /v1/satisfaction": "not: of others only averages",
  "GET /v1/satisfaction/pending": "not: only the own",
  "GET /v1/insights/session-stats": "not: of texts only titles",
  "GET /v1/insights/highlights": "not: short quotes, as in reports",
  "GET /v1/insights/details": "not: short quotes, as in reports",
  "GET /v1/insights/report": "not: short quotes, which the report's settings chose",
  "GET /v1/insights/report/{id}": "not: as above",
  "GET /v1/insights/report/pending": "not: says only which reports there are",
  "GET /v1/insights/report/history": "not: as above",
  "GET /v1/insights/report/status/{id}": "not: as above",
};
