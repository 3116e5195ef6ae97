import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { withdraw } from '../outbox/sql/change-waiting.ts';
import { emailRecord } from '../sending/email-record.ts';
import { changeScheduled } from '../sending/scheduled.ts';

export const cancelScheduledEmail = defineAction({
  name: 'communications.cancelScheduledEmail',
  summary: 'Cancels a scheduled mail',
  routes: [{ method: 'DELETE', path: '/api/communications/email-scheduling/:id' }],
  access: 'communications:write',
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: emailRecord,
  run: (context, { id }) =>
    changeScheduled(context, id, { status: 'cancelled' }, ({ tx, caller }) => withdraw(tx, caller.tenantId, id)),
});
