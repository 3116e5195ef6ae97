import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { requireConnection } from '../../mailboxes/contract.ts';
import { syncMailboxJob } from '../jobs/sync-mailbox.ts';

export const syncMailbox = defineAction({
  name: 'communications.syncMailbox',
  summary: 'Reads a mailbox now. The events sync.completed and sync.failed report the result',
  routes: [{ method: 'POST', path: '/api/communications/mailbox-sync/sync' }],
  access: 'communications:write',
  status: 202,
  input: Type.Object({ connectionId: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  output: Type.Object({ jobId: Type.String(), status: Type.String() }),
  async run(context, { connectionId }) {
    const { _id, status, error } = await requireConnection(context, connectionId, 'use');
    if (status === 'needsReauthorization')
      throw new AppError(
        'conflict',
        `The mailbox must be connected again before it can be read. ${error ?? ''}`.trim(),
      );
    return queuedAnswer(
      await context.services.jobs.enqueue(context, syncMailboxJob, { connectionId: String(_id) }),
    ) as never;
  },
});
