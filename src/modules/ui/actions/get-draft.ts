import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { draftAnswer, draftOf, findDraft } from '../personal/draft-input.ts';

export const getDraft = defineAction({
  name: 'ui.getDraft',
  summary: 'Returns the draft of the caller for a model and a record',
  routes: [{ method: 'GET', path: '/api/ui/drafts/mine' }],
  access: 'ui:read',
  input: Type.Object(draftOf, { additionalProperties: false }),
  output: Type.Object({ draft: Type.Union([draftAnswer, Type.Null()], { description: 'Null when there is none.' }) }),
  async run(context, input) {
    const draft = await findDraft(context, input);
    const expired = typeof draft?.expiresAt === 'string' && Date.parse(draft.expiresAt) < Date.now();
    return { body: { draft: draft === undefined || expired ? null : draft } };
  },
});
