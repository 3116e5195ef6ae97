import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMany, Stage, settings } from '#test/faults/stage.ts';
import type { Client, Json } from '#test/harness.ts';
import { long } from '#test/long.ts';
import { run, type ServerProcess, until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus, workflowsPath } from '#test/workflow-tools.ts';

const stage = await Stage.forFile();
const receiver = await receiverForFile();
const hourMs = 3_600_000;
/** The time that a step may take after it is due, on a busy machine. */
const lateS = 15;

/** A server whose clock is wrong. */
function startWrong(hours: number): Promise<ServerProcess> {
  const file = path.join(import.meta.dirname, '../../../../../test/shifted-clock.ts');
  return stage.start({
    CLOCK_SHIFT_MS: String(hours * hourMs),
    NODE_OPTIONS: `${settings.NODE_OPTIONS} --import=${file}`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
}

const tag = { key: 'end', type: 'addTag', config: { tag: 'end' } };

/** Seconds from the enrollment, or from an entry of its log, to another entry, by the clock of the database. */
async function secondsBetween(enrollment: Json, from: string | null, to: string): Promise<number> {
  const [row] = await stage.sql(
    `select extract(epoch from
       (select at from workflow_step_runs where enrollment_id = $1 and step_key || ' ' || outcome = $3)
       - coalesce((select at from workflow_step_runs where enrollment_id = $1 and step_key || ' ' || outcome = $2), e.created_at))::float8 as s
     from marketing_workflow_enrollments e where e.id = $1`,
    [enrollment._id, from, to],
  );
  return row.s;
}

const assertOnTime = (seconds: number, due: number): void =>
  assert.ok(
    seconds >= due - 0.1 && seconds <= due + lateS,
    `it was carried out after ${seconds} s instead of ${due} s`,
  );

async function contact(by: Client, values: Json = {}): Promise<Json> {
  return by.create('/api/sales/contacts', {
    lastName: 'Byron',
    email: `${crypto.randomUUID()}@example.com`,
    ...values,
  });
}

const clockText = (ms: number): string => new Date(Date.now() + ms).toISOString().slice(11, 16);

for (const hours of [5, -5])
  describe(`a node whose clock is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'}`, () => {
    it('carries out nothing early and nothing late', hours > 0 ? {} : long, async () => {
      const server = await startWrong(hours);
      const by = await stage.admin(server);
      await Promise.all([waits(by), dates(by), windows(by), retries(by), jumps(by, server)]);
      await manySteps(by);
      assert.equal((await server.stop()).code, 0);
      assert.equal(server.stderr, '');
    });
  });

async function waits(by: Client): Promise<void> {
  const soon = await activeWorkflow(by, [{ key: 'w', type: 'wait', config: { for: '3s' } }, tag]);
  const late = await activeWorkflow(by, [{ key: 'w', type: 'wait', config: { for: '4h' } }, tag]);
  const enrollment = await enroll(by, soon, await contact(by));
  const other = await enroll(by, late, await contact(by));
  await hasStatus(by, enrollment, 'completed');
  assertOnTime(await secondsBetween(enrollment, null, 'w done'), 3);
  await hasStatus(by, other, 'waiting');
  const [{ inHours }] = await stage.sql(
    `select extract(epoch from next_at - now()) / 3600 as "inHours" from workflow_queue where enrollment_id = $1`,
    [other._id],
  );
  assert.ok(Math.abs(inHours - 4) < 0.02, `it is due in ${inHours} hours`);
}

/** The trigger by a time of a record. */
async function dates(by: Client): Promise<void> {
  const triggerConfig = { field: 'reminderAt', offset: '-1h' };
  const workflow = await activeWorkflow(
    by,
    [{ key: 'end', type: 'updateRecord', config: { values: { title: 'Done' } } }],
    {
      modelKey: 'tasks',
      trigger: 'date',
      triggerConfig,
    },
  );
  const at = (ms: number) => new Date(Date.now() + hourMs + ms).toISOString();
  const soon = await by.create('/api/sales/tasks', { title: 'Soon', reminderAt: at(4000) });
  const dueAt = Date.parse(soon.reminderAt) - hourMs;
  const names = [
    ['4 hours', 4 * hourMs],
    ['-4 hours', -4 * hourMs],
  ] as const;
  for (const [title, ms] of names) await by.create('/api/sales/tasks', { title, reminderAt: at(ms) });
  const found = await until('the enrollment', async () => (await enrollmentsOf(by, workflow)).at(0) ?? false);
  assert.equal(found.recordId, soon._id);
  const carriedOut = await until('the step', async () => {
    const [row] = await stage.sql('select at from workflow_step_runs where enrollment_id = $1', [found._id]);
    return row?.at as Date | undefined;
  });
  assertOnTime((carriedOut.getTime() - dueAt) / 1000, 0);
  // The other ones have their time four hours from now, and four hours ago.
  await sleep(3000);
  assert.equal((await enrollmentsOf(by, workflow)).length, 1);
}

/** Mails wait for their hours. */
async function windows(by: Client): Promise<void> {
  const mail = { key: 'mail', type: 'sendEmail', config: { subject: 'S', text: 'T' } };
  const open = { from: clockText(-hourMs), to: clockText(hourMs), tz: 'UTC' };
  const workflow = await activeWorkflow(by, [mail], { sendWindow: open });
  const closed = { from: clockText(2 * hourMs), to: clockText(-2 * hourMs), tz: 'UTC' };
  const shut = await activeWorkflow(by, [mail], { sendWindow: closed });
  await hasStatus(by, await enroll(by, workflow, await contact(by)), 'completed');
  const held = await hasStatus(by, await enroll(by, shut, await contact(by)), 'waiting');
  const [{ inHours }] = await stage.sql(
    `select extract(epoch from next_at - now()) / 3600 as "inHours" from workflow_queue where enrollment_id = $1`,
    [held._id],
  );
  assert.ok(inHours > 1.9 && inHours <= 2, `it is sent in ${inHours} hours`);
}

async function retries(by: Client): Promise<void> {
  receiver.answer(503);
  const workflow = await activeWorkflow(by, [
    { key: 'ask', type: 'http', config: { url: receiver.url('/busy'), body: {} } },
  ]);
  const enrollment = await enroll(by, workflow, await contact(by));
  await until('the first try', async () => {
    const [row] = await stage.sql(
      'select tries, next_at - now() as "in" from workflow_queue where enrollment_id = $1',
      [enrollment._id],
    );
    return row?.tries === 1;
  });
  const [{ inS }] = await stage.sql(
    `select extract(epoch from q.next_at - r.at)::float8 as "inS" from workflow_queue q join workflow_step_runs r using (enrollment_id) where enrollment_id = $1`,
    [enrollment._id],
  );
  assert.ok(Math.abs(inS - 30) < 5, `it is tried again in ${inS} s`);
}

/** The clock is set while records wait. */
async function jumps(by: Client, server: ServerProcess): Promise<void> {
  const workflow = await activeWorkflow(by, [
    { key: 'w', type: 'wait', config: { for: '8s' } },
    { key: 'v', type: 'wait', config: { for: '5s' } },
    tag,
  ]);
  const enrollment = await hasStatus(by, await enroll(by, workflow, await contact(by)), 'waiting');
  await run('kill', ['-USR2', String(server.pid)]);
  await hasStatus(by, enrollment, 'completed');
  assertOnTime(await secondsBetween(enrollment, null, 'w done'), 8);
  assertOnTime(await secondsBetween(enrollment, 'w done', 'v done'), 5);
}

/** More than a turn of the engine, so that records are handed on between turns. */
async function manySteps(by: Client): Promise<void> {
  const count = 100;
  const steps = Array.from({ length: 30 }, (_, n) => ({ key: `t${n}`, type: 'score', config: { points: 1 } }));
  const workflow = await activeWorkflow(by, steps);
  const contactIds = await createMany(by, count);
  const reply = await by.post(`${workflowsPath}/${workflow._id}/enroll`, { contactIds });
  assert.equal(reply.status, 202, reply.text);
  await until(
    'the end of all',
    async () => {
      const [row] = await stage.sql(
        `select count(*)::int as count from marketing_workflow_enrollments where workflow_id = $1 and status = 'completed'`,
        [workflow._id],
      );
      return row.count === count;
    },
    240_000,
  );
}
