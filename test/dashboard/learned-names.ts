/** Gives the dashboard's files the names of agents and metrics, which a page asks the server for. */
import { learnNames } from "../../embedded/dashboard/words/names.ts";
import { METRIC_DEFINITIONS } from "../../src/metrics/definitions.ts";
import { AGENT_TITLES } from "../../src/normaliser/dialects/agents.ts";

learnNames({ agents: AGENT_TITLES, metrics: METRIC_DEFINITIONS });
