import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { emailSnapshotContacts, emails } from '../../model-names.ts';
import { deleteWaiting, type WaitingMails } from './sql/delete-waiting.ts';

const mailsAtOnce = 500;
const nodesWaitMs = 1000;

/** Marks the unsent mails of a cancelled batch. It repeats until no node holds a mail that it could still return. */
export const cancelMails = defineJob({
  name: 'communications.cancel-mails',
  summary: 'Marks the mails of a cancelled batch',
  input: Type.Object({ batchId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  key: ({ batchId }) => batchId,
  async run(context, { batchId }, { signal }) {
    while (!signal.aborted) {
      const { emailIds, contactIds, more }: WaitingMails = await inTransaction(context, async (within) => {
        const waiting = await deleteWaiting(within.tx, within.caller.tenantId, batchId, mailsAtOnce);
        const cancelled = (ids: readonly string[]) => ids.map((id) => ({ id, values: { status: 'cancelled' } }));
        await updateMany(within, emails(within), cancelled(waiting.emailIds), { withoutHooks: true });
        await updateMany(within, emailSnapshotContacts(within), cancelled(waiting.contactIds));
        return waiting;
      });
      if (emailIds.length + contactIds.length > 0) continue;
      if (!more) return;
      await sleep(nodesWaitMs);
    }
  },
});
