import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { lockPending } from '../pending/find-pending.ts';
import { saveDecision } from '../pending/save-decision.ts';
import { decidedAction, pendingPath } from '../pending/shapes.ts';

export const rejectPendingAction = defineAction({
  name: 'ai.pendingActions.reject',
  summary: 'Refuses a write that a language model proposed',
  routes: [{ method: 'POST', path: '/api/ai/aiPendingActions/:id/reject' }],
  access: 'ai:write',
  input: Type.Object(pendingPath, { additionalProperties: false }),
  output: decidedAction,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const { _id } = await lockPending(within, id.toLowerCase());
      return { text: await saveDecision(within, _id, { status: 'rejected' }) };
    }),
});
