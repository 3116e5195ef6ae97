import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { defineJob, JobStopped } from '#core/jobs/job.ts';
import { mailboxChannel } from '../../mailboxes/contract.ts';
import { readAnswer, requestRun } from '../sync/sql/run-results.ts';

const lookEveryMs = 300;
const maxWaitMs = 5 * 60_000;

/** Waits until the node that holds the mailbox has read it. */
export const syncMailboxJob = defineJob({
  name: 'communications.sync-mailbox',
  summary: 'Reads a mailbox',
  input: Type.Object({ connectionId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  retry: { limit: 0, delay: '30s' },
  key: ({ connectionId }) => connectionId,
  async run(context, { connectionId }, { signal }) {
    const { tenantId } = context.caller;
    const { db } = context.services;
    const since = await inTransaction(context, async ({ tx }) => {
      const at = await requestRun(tx, tenantId, connectionId);
      await tx.query(`select pg_notify('${mailboxChannel}', '')`);
      return at;
    });
    const endsAt = Date.now() + maxWaitMs;
    while (!signal.aborted) {
      const answer = since && (await db.transaction(tenantId, (tx) => readAnswer(tx, tenantId, connectionId, since)));
      if (!answer) throw new JobStopped('The mailbox was disconnected.');
      if (answer.answered && answer.error !== null) throw new JobStopped(answer.error);
      if (answer.answered) return;
      if (Date.now() > endsAt) throw new JobStopped('No node has read the mailbox in five minutes.');
      await sleep(lookEveryMs);
    }
  },
});
