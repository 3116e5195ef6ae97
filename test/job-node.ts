import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { Type } from 'typebox';
import { Access } from '#core/access/access.ts';
import { defineJob } from '#core/jobs/job.ts';
import { createApp } from '../src/app.ts';
import { testConfig } from './cluster.ts';

/** Appends its process id and `began` to a log file, works until another file exists, and appends its result. */
const patient = defineJob({
  name: 'tests.patient',
  summary: 'Works until a file exists',
  input: Type.Object({ log: Type.String(), until: Type.String() }),
  retry: { limit: 0, delay: '1h' },
  async run(_context, { log, until }, { signal }) {
    const note = (text: string) => fs.appendFileSync(log, `${process.pid} ${text}\n`);
    note('began');
    while (!fs.existsSync(until) && !signal.aborted) await sleep(20);
    note(signal.aborted ? 'aborted' : 'ended');
  },
});

/** A node that tests can kill, on the database that JOB_NODE_CONNECTION names. Enqueues a job when JOB_NODE_INPUT is set. */
async function main({ JOB_NODE_CONNECTION = '', JOB_NODE_INPUT }: NodeJS.ProcessEnv): Promise<void> {
  const { services, close } = await createApp({
    config: testConfig(),
    connection: JSON.parse(JOB_NODE_CONNECTION),
    log: pino({ level: 'warn' }, pino.destination(2)),
    passwordCost: 4,
    jobs: [patient],
  });
  process.once('SIGTERM', () => void close().then(() => process.exit(0)));
  const { directory, defaultAccountKey } = services;
  const { id = '' } = (await directory.tenantByKey(defaultAccountKey)) ?? {};
  if (JOB_NODE_INPUT !== undefined) {
    const caller = { tenantId: id, accountKey: defaultAccountKey, userId: null, email: null, roles: [] };
    const context = { services, caller: { ...caller, access: Access.system }, registry: directory.base, requestId: '' };
    await services.jobs.enqueue(context, patient, JSON.parse(JOB_NODE_INPUT));
  }
  process.stdout.write('ready\n');
}

await main(process.env);
