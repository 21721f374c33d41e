/**
 * What sightings look like: the bytes in which they are kept are packed with it, and unreadable without it.
 *
 * It never changes: another one needs another mark of the bytes. The most common kinds are last.
 */
export const SIGHTINGS_DICTIONARY = Buffer.from(
  [
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"hole"}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"session_end"}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"context_window","tokens":200000}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"reset"}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"compaction","trigger":"automatic"}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"landed","what":"pull_request","count":1}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"landed","what":"commit","count":1}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"session_start","interactive":true,"previousSession":null,"maybeHelper":false}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"directory","path":"/home/","repository":null}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"clue","name":"","facts":{}}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"interrupt"}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"lines","added":1,"removed":0}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"spanId":"","kind":"decision","callId":"toolu_","verdict":"accept","by":"automatic","edits":false}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"tool_call","callId":"call_","name":"Bash","ok":true,"rejected":false,"exitCode":0,"durationMs":1,"command":"git ","edits":false,"files":[],"arguments":[""],"outputTail":"","commits":0,"pullRequests":0}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"tool_call","callId":"toolu_","name":"Edit","ok":true,"rejected":false,"exitCode":null,"durationMs":1,"command":null,"edits":true,"files":[{"path":"src/","added":null,"removed":null}],"arguments":["src/"],"outputTail":null,"commits":0,"pullRequests":0}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"model_call","result":"succeeded","model":"gpt-5","durationMs":1,"firstTokenMs":null,"tokens":{"input":1,"output":1,"cacheRead":0,"cacheCreation":0},"reportedCost":null,"status":null,"retryable":null,"helper":false,"foreground":true,"reasoning":0}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"model_call","result":"succeeded","model":"claude-sonnet-","durationMs":1,"firstTokenMs":1,"tokens":{"input":1,"output":1,"cacheRead":1,"cacheCreation":1},"reportedCost":1,"status":null,"retryable":null,"helper":false,"foreground":true}',
    '{"id":"","startedAt":17,"at":17,"place":{"sequence":1,"frame":0,"record":0},"traceId":null,"process":null,"sequence":1,"kind":"prompt","promptId":null,"text":"","textState":"sent","chars":1,"command":null,"interactive":null}',
  ].join(","),
);
