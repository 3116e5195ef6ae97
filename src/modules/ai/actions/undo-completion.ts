import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { undoCompletion as undo } from '../undo/undo-completion.ts';

const change = {
  model: Type.String(),
  id: Type.String({ format: 'uuid' }),
  change: Type.Enum(['created', 'updated', 'deleted'], { description: 'What the completion did.' }),
};

export const undoCompletion = defineAction({
  name: 'ai.completions.undo',
  summary: 'Takes back what the tools of a completion wrote',
  routes: [{ method: 'POST', path: '/api/ai/completions/:id/undo' }],
  access: 'ai:write',
  input: Type.Object(
    { id: Type.String({ description: 'The id of a completion: of its record in ai/aiCompletionLogs.' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    undone: Type.Array(Type.Object(change)),
    kept: Type.Array(
      Type.Object({ ...change, reason: Type.String({ description: 'Why it stays, such as a later change.' }) }),
    ),
  }),
  run: async (context, { id }) => ({ body: (await undo(context, id.toLowerCase())) as never }),
});
