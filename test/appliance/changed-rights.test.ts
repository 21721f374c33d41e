/** What goes on for long ends when the person behind it may read something else. */
import { afterAll, describe, expect, test } from "bun:test";
import { openStream } from "../http/event-stream/events.ts";
import { joinTestAppliance } from "./running.ts";
import { addSignedIn } from "./signed-in-account.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const organization = await appliance.addOrganization();

/** Changes an account as an admin does. */
async function change(id: string, body: object): Promise<void> {
  const answer = await fetch(`${appliance.url}/v1/admin/accounts/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${organization.admin}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

describe("a stream of cards", () => {
  test("ends when its listener has another role, and may begin again", async () => {
    const person = await addSignedIn(appliance, organization, { email: "eva@example.com", role: "admin" });
    const listen = () => openStream(`${appliance.url}/v1/advisor/stream`, { cookie: person.cookie });
    const stream = await listen();
    expect(stream.response.status).toBe(200);
    await change(person.account.id, { role: "member" });
    expect(await stream.next()).toBeNull();
    const again = await listen();
    expect(again.response.status).toBe(200);
    await change(person.account.id, { role: "lead", labels: ["team.id:platform"] });
    expect(await again.next()).toBeNull();
  });
});
