import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { approve } from '../pending/approve.ts';
import { decidedAction, pendingPath } from '../pending/shapes.ts';

export const approvePendingAction = defineAction({
  name: 'ai.pendingActions.approve',
  summary: 'Runs a write that a language model proposed',
  routes: [{ method: 'POST', path: '/api/ai/aiPendingActions/:id/approve' }],
  access: 'ai:write',
  input: Type.Object(pendingPath, { additionalProperties: false }),
  output: decidedAction,
  run: async (context, { id }) => ({ text: await approve(context, id.toLowerCase()) }),
});
