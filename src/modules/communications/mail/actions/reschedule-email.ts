import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { reschedule } from '../outbox/sql/change-waiting.ts';
import { emailRecord } from '../sending/email-record.ts';
import { changeScheduled } from '../sending/scheduled.ts';
import { readSendAt } from '../sending/send-at.ts';

export const rescheduleEmail = defineAction({
  name: 'communications.rescheduleEmail',
  summary: 'Changes when a scheduled mail is sent',
  routes: [{ method: 'PATCH', path: '/api/communications/email-scheduling/:id' }],
  access: 'communications:write',
  input: Type.Object(
    { id: Type.String({ format: 'uuid' }), sendAt: Type.String({ format: 'date-time' }) },
    { additionalProperties: false },
  ),
  output: emailRecord,
  run: (context, { id, sendAt }) => {
    const at = readSendAt(sendAt);
    return changeScheduled(context, id, { scheduledAt: at.toISOString() }, ({ tx, caller }) =>
      reschedule(tx, caller.tenantId, id, at),
    );
  },
});
