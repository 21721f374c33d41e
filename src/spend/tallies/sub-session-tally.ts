/** What one sub-session adds to usage: in all, by model and by tool. */
import { declarationOf, type Agent } from "../../normaliser/dialects/agents.ts";
import type { Decision, Event, ModelCall } from "../../normaliser/event.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { EditCount } from "../../metrics/retention/edits.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { Turn } from "../../turns/turn.ts";
import { editedFiles, type ToolReading } from "../../turns/work.ts";
import { checkOn, spentOn, tellsSpend } from "../spend.ts";
import { addTally, type Counted, type Heard, tallyOf, type Tally } from "./tally.ts";

/** One sub-session's tallies, as they are kept. */
export interface SubSessionTally {
  agent: Agent;
  /** Its session's labels by their names; left out where it has none. */
  labels?: Readonly<Record<string, string>>;
  /** Everything, by whom and when it was. */
  all: Tally;
  models: [model: string | null, tally: Tally][];
  tools: ToolCount[];
}

/** Calls of one tool, by its name and that of the MCP server whose it is. */
type ToolCount = [tool: string, mcpServer: string | null, calls: number, failed: number, ms: number];

/** What a tally needs to know in addition to the sub-session. */
export interface TallyKnowledge {
  agent: Agent;
  /** Values by names. */
  labels: Readonly<Record<string, string>>;
  prices: PriceTable;
  /** Its edits, as quality retention judges them. */
  edits: Pick<EditCount, "edits" | "retained" | "lines" | "keptLines">;
}

/** Counts one sub-session. */
export function tallySubSession(subSession: SubSession, knowledge: TallyKnowledge): SubSessionTally {
  const { agent, labels, prices } = knowledge;
  const models = modelsOf(subSession.turns, prices);
  const tools = toolsOf(subSession.turns);
  const all = tallyOf(workOf(subSession, knowledge), heardIn(subSession.turns, agent));
  for (const tally of [...models.values(), ...tools.map(tallyTool)]) addTally(all, tally);
  return { agent, ...(Object.keys(labels).length > 0 && { labels }), all, models: [...models], tools };
}

/** Returns what is in the JSON of the tally of a sub-session that used a tool, or one of an MCP server. */
export function partsOfUsed({ tool, mcpServer }: Record<"tool" | "mcpServer", string | null>): string[] {
  return [
    ...(tool === null ? [] : [`[${JSON.stringify(tool)},`]),
    ...(mcpServer === null ? [] : [`",${JSON.stringify(mcpServer)},`]),
  ];
}

/** Returns what is counted of a tool's calls. */
export function tallyTool([, , toolCalls, failedToolCalls, toolMs]: ToolCount): Tally {
  return tallyOf({ toolCalls, failedToolCalls, toolMs });
}

function workOf(subSession: SubSession, { edits }: TallyKnowledge): Partial<Record<Counted, number>> {
  const { index, turns, outcome, scoreable, state } = subSession;
  const goals = Number(scoreable && state !== "open");
  const readings = turns.flatMap((turn) => turn.toolReadings);
  const decisions = turns.flatMap((turn) => turn.events).filter(isDecisionOnEdit);
  return {
    subSessions: 1,
    sessions: Number(index === 0),
    goals,
    [outcome]: goals,
    turns: turns.filter((turn) => turn.prompt !== null).length,
    agentMs: turns.reduce((sum, turn) => sum + turn.durationMs, 0),
    edits: readings.filter((reading) => reading.edited).length,
    decidedEdits: decisions.length,
    acceptedEdits: decisions.filter(({ verdict }) => verdict === "accept").length,
    judgedEdits: edits.edits,
    keptEdits: edits.retained,
    linesAdded: subSession.addedLines,
    linesRemoved: subSession.removedLines,
    judgedLines: edits.lines,
    keptLines: edits.keptLines,
    ...landedIn(turns, readings),
  };
}

function isDecisionOnEdit(event: Event): event is Decision {
  return event.kind === "decision" && event.by === "person" && event.edits && event.verdict !== "interrupt";
}

/** A counter's commits come up to a minute late, so they count only where no command shows any. */
function landedIn(turns: readonly Turn[], readings: readonly ToolReading[]) {
  const counted = (what: "commit" | "pull_request"): number =>
    turns.reduce(
      (sum, { events }) =>
        events.reduce(
          (inTurn, event) => inTurn + (event.kind === "landed" && event.what === what ? event.count : 0),
          sum,
        ),
      0,
    );
  const commits = readings.filter(({ commit }) => commit).length;
  const pullRequests = readings.filter(({ pullRequest }) => pullRequest).length;
  return { commits: commits || counted("commit"), pullRequests: pullRequests || counted("pull_request") };
}

function heardIn(turns: readonly Turn[], agent: Agent): Heard[] {
  const readings = turns.flatMap((turn) => turn.toolReadings);
  const files = readings.flatMap((reading) => (reading.edited ? editedFiles(reading.call) : []));
  const events = turns.flatMap((turn) => turn.events);
  const lasting = files.some(({ added }) => added !== null);
  const isHeard: Record<"decisions" | "lines" | "lasting" | "landed", boolean> = {
    decisions: !declarationOf(agent).untold.some(
      ({ fact, without }) => fact === "accepts" && without === null,
    ),
    lines: lasting || events.some((event) => event.kind === "lines"),
    lasting,
    landed:
      events.some((event) => event.kind === "landed") ||
      readings.some(({ call }) => call.command !== null || call.commits > 0),
  };
  return (["decisions", "lines", "lasting", "landed"] as const).filter((name) => isHeard[name]);
}

function modelsOf(turns: readonly Turn[], prices: PriceTable): Map<string | null, Tally> {
  const models = new Map<string | null, Tally>();
  for (const turn of turns)
    for (const [model, tally] of modelsIn(turn, prices)) {
      const sum = models.get(model);
      if (sum === undefined) models.set(model, [...tally]);
      else addTally(sum, tally);
    }
  return models;
}

const known = new WeakMap<Turn, { prices: PriceTable; models: Map<string | null, Tally> }>();

/** A turn that did not change is the same object: its calls are counted once. */
function modelsIn(turn: Turn, prices: PriceTable): Map<string | null, Tally> {
  const before = known.get(turn);
  if (before?.prices === prices) return before.models;
  const models = new Map<string | null, Tally>();
  for (const call of [...turn.events.filter((event) => event.kind === "model_call"), ...turn.helperCalls]) {
    const tally = tallyCall(call, prices);
    const sum = models.get(call.model);
    if (sum === undefined) models.set(call.model, tally);
    else addTally(sum, tally);
  }
  known.set(turn, { prices, models });
  return models;
}

const TOKENS = ["input", "output", "cacheRead", "cacheWrite", "reasoning"] as const;

function tallyCall(call: ModelCall, prices: PriceTable): Tally {
  const { cacheCreation, ...tokens } = call.tokens;
  const used = { ...tokens, cacheWrite: cacheCreation, reasoning: call.reasoning ?? null };
  const heard = TOKENS.filter((name) => used[name] !== null);
  const counts: Partial<Record<Counted, number>> = {
    modelCalls: 1,
    failedModelCalls: Number(call.result === "failed"),
    ...(tellsSpend(call) ? costCounts(call, prices) : {}),
  };
  for (const name of heard) counts[name] = used[name] ?? 0;
  return tallyOf(counts, heard);
}

function costCounts(call: ModelCall, prices: PriceTable): Partial<Record<Counted, number>> {
  const cost = spentOn(prices, call);
  const check = checkOn(prices, call);
  return {
    spendCalls: 1,
    unpricedCalls: Number(cost === null),
    cost: cost ?? 0,
    checkedCalls: Number(check !== null),
    reported: check?.reported ?? 0,
    computed: check?.computed ?? 0,
  };
}

function toolsOf(turns: readonly Turn[]): ToolCount[] {
  const tools = new Map<string, ToolCount>();
  for (const { call, failed } of turns.flatMap((turn) => turn.toolReadings)) {
    const { name, mcpServer = null, durationMs } = call;
    const key = `${mcpServer ?? ""} ${name}`;
    const count: ToolCount = tools.get(key) ?? [name, mcpServer, 0, 0, 0];
    count[2] += 1;
    count[3] += Number(failed);
    count[4] += durationMs ?? 0;
    tools.set(key, count);
  }
  return [...tools.values()];
}
