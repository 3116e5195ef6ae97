import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations } from '../model-names.ts';
import { findAwake } from './sql/find-awake.ts';
import { openState } from './states.ts';

/**
 * Opens a snoozed conversation at its time, by the clock of the database. It does nothing when the conversation was opened, closed or
 * snoozed again meanwhile.
 */
export const wakeConversation = defineJob({
  name: 'communications.wakeConversation',
  summary: 'Opens a snoozed conversation at its time',
  input: Type.Object({ conversationId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  run: (context, { conversationId }) =>
    inTransaction(context, async (within) => {
      if (!(await findAwake(within.tx, within.caller.tenantId, conversationId))) return;
      await updateMany(within, conversations(within), [{ id: conversationId, values: openState }], {
        withoutHooks: true,
      });
    }),
});
