/** What the questions of the comparison are about: ids of the seeded data, the same in both databases. */
import type { Database } from "../../../src/database/engine.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { wholeSchema } from "../../whole-schema.ts";

export type Landmarks = Awaited<ReturnType<typeof findLandmarks>>;

export async function findLandmarks(database: Database) {
  const all = wholeSchema(database);
  const sessions = await all.selectFrom("sessions").selectAll().orderBy("session").execute();
  const [first] = sessions;
  if (first === undefined) throw new Error("nothing was seeded");
  const { organization, session, key } = first;
  const metrics = await all.selectFrom("metrics").selectAll().orderBy("started_at").execute();
  const developers = (await all.selectFrom("developers").select("id").orderBy("id").execute()).map(
    ({ id }) => id,
  );
  const objects = (await all.selectFrom("objects").select("key").orderBy("key").execute()).map(
    (row) => row.key,
  );
  const scopes = await all.selectFrom("scope_sessions").selectAll().orderBy("scope").execute();
  const signs = await all
    .selectFrom("neighbour_signs")
    .selectAll()
    .orderBy("session")
    .orderBy("at")
    .execute();
  const moments = await all.selectFrom("conversation_moments").selectAll().orderBy("session").execute();
  const aliases = await all.selectFrom("aliases").selectAll().orderBy("value").execute();
  const prompts = await all.selectFrom("prompts").selectAll().orderBy("submitted_at").orderBy("id").execute();
  const names = sessions.map((row) => row.session);
  const from = Math.min(...metrics.map(({ started_at }) => started_at)) - DAY;
  const to = Math.max(...metrics.map(({ ended_at }) => ended_at)) + DAY;
  const window = { organization, from, to };
  return {
    organization,
    session,
    key,
    names,
    metrics,
    developers,
    developer: metrics[0]?.developer ?? "",
    objects,
    object: objects[0] ?? "",
    scopes,
    signs,
    moments,
    aliases,
    prompts,
    contents: prompts.flatMap((row) => (row.content === null ? [] : [row.content])),
    window,
    everybody: { ...window, developers: null, sessions: null },
    some: { ...window, developers, sessions: names },
    sessions: names.map((name) => ({ organization, session: name })),
    subSessions: metrics.map((row) => row.sub_session),
    middle: { startedAt: metrics[1]?.started_at ?? 0, subSessionId: metrics[1]?.sub_session ?? "" },
    within: { organization, ids: names },
  };
}
