import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { drafts } from '../model-names.ts';
import { draftOf, findDraft } from '../personal/draft-input.ts';
import { lockPersonal } from '../sql/lock-personal.ts';

export const discardDraft = defineAction({
  name: 'ui.discardDraft',
  summary: 'Deletes the draft of the caller for a model and a record, once it was submitted or is not wanted',
  routes: [{ method: 'POST', path: '/api/ui/drafts/mine/discard' }],
  access: 'ui:read',
  input: Type.Object(draftOf, { additionalProperties: false }),
  output: Type.Object({ discarded: Type.Boolean({ description: 'False when there was none.' }) }),
  run: (context, input) =>
    inTransaction(context, async (within) => {
      await lockPersonal(within, 'drafts');
      const known = await findDraft(within, input);
      if (known) await invoke(within, operations.remove, drafts(within), { id: known._id });
      return { body: { discarded: known !== undefined } };
    }),
});
