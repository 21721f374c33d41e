/** Asks DuckDB of the records in object files: it reads them without any of this program's code. */
import { openDuckDb, type SqlRow } from "../../duckdb.ts";

const LOG_RECORDS = (folder: string, organization: string) => `
CREATE TABLE record AS
SELECT map_from_entries(list_transform(
  json_transform(entry->'$.attributes', '[{"key": "VARCHAR", "value": "JSON"}]'),
  attribute -> (attribute.key, (attribute.value->>'$.*')[1])
)) AS has
FROM (
  SELECT unnest(json->'$.resourceLogs[*].scopeLogs[*].logRecords[*]') AS entry
  FROM read_json_objects('${folder}/org=${organization}/signal=logs/**/*.zst',
    format = 'newline_delimited', compression = 'zstd')
)`;

const NUMBER = "CREATE MACRO number(has, name) AS coalesce(has[name]::BIGINT, 0)";

/** The agent of a record, and what kind of record it is. */
const NAMED = `
CREATE VIEW named AS
SELECT *, CASE
  WHEN event LIKE 'codex.%' THEN 'codex'
  WHEN event LIKE 'gemini_cli.%' THEN 'gemini'
  WHEN event LIKE 'qwen-code.%' THEN 'qwen'
  ELSE 'claude-code'
END AS agent
FROM (SELECT has, has['event.name'] AS event FROM record WHERE has['event.name'] NOT LIKE 'gen_ai.%')`;

/** Gemini counts thoughts next to the output, Qwen in it; the total has them once. */
const CALLS = `
SELECT agent, count(*) AS calls,
  sum(CASE agent
    WHEN 'claude-code' THEN number(has, 'input_tokens')
    WHEN 'codex' THEN number(has, 'input_token_count') - number(has, 'cached_token_count')
      - number(has, 'cache_write_token_count')
    ELSE number(has, 'input_token_count') - number(has, 'cached_content_token_count') END) AS input,
  sum(CASE agent
    WHEN 'claude-code' THEN number(has, 'output_tokens')
    WHEN 'codex' THEN number(has, 'output_token_count')
    ELSE number(has, 'total_token_count') - number(has, 'input_token_count') END) AS output,
  sum(CASE agent
    WHEN 'claude-code' THEN number(has, 'cache_read_tokens')
    WHEN 'codex' THEN number(has, 'cached_token_count')
    ELSE number(has, 'cached_content_token_count') END) AS cacheRead,
  sum(CASE agent
    WHEN 'claude-code' THEN number(has, 'cache_creation_tokens')
    ELSE number(has, 'cache_write_token_count') END) AS cacheWrite,
  sum(number(has, 'reasoning_token_count') + number(has, 'thoughts_token_count')) AS reasoning,
  sum(round(coalesce(has['cost_usd']::DOUBLE, 0) * 1e6)) AS costMicroUsd
FROM named
WHERE event IN ('api_request', 'gemini_cli.api_response', 'qwen-code.api_response')
  OR event = 'codex.sse_event' AND has['event.kind'] = 'response.completed' AND has['input_token_count'] IS NOT NULL
GROUP BY agent ORDER BY agent`;

/** Claude Code sends no result for a refused tool; the decision counts as its call. */
const WORK = `
SELECT agent,
  count(DISTINCT coalesce(has['session.id'], has['conversation.id'])) FILTER (event LIKE '%user_prompt') AS sessions,
  count(DISTINCT has['tool_use_id']) FILTER (event IN ('tool_result', 'tool_decision'))
    + count(*) FILTER (event IN ('codex.tool_result', 'gemini_cli.tool_call', 'qwen-code.tool_call')) AS toolCalls
FROM named GROUP BY agent ORDER BY agent`;

/**
 * Adds up an organization's records.
 *
 * @param folder - The objects of a data directory.
 */
export async function sumStoredRecords(
  folder: string,
  organization: string,
): Promise<{ calls: SqlRow[]; work: SqlRow[] }> {
  const database = await openDuckDb(folder);
  try {
    for (const statement of [LOG_RECORDS(folder, organization), NUMBER, NAMED]) await database.ask(statement);
    return { calls: await database.ask(CALLS), work: await database.ask(WORK) };
  } finally {
    database.close();
  }
}
