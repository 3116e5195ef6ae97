import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { drafts } from '../model-names.ts';
import { draftAnswer, draftOf, findDraft } from '../personal/draft-input.ts';
import { requireModel } from '../personal/find-record.ts';
import { lockPersonal } from '../sql/lock-personal.ts';

const keptMs = 30 * 86_400_000;

export const saveDraft = defineAction({
  name: 'ui.saveDraft',
  summary: 'Keeps what the caller has typed and not saved: one draft for each model and record, for 30 days',
  routes: [{ method: 'PUT', path: '/api/ui/drafts/mine' }],
  access: 'ui:read',
  input: Type.Object(
    {
      ...draftOf,
      recordVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'The version that was being changed.' })),
      data: Type.Object({}, { additionalProperties: true, description: 'The values, by field.' }),
    },
    { additionalProperties: false },
  ),
  output: draftAnswer,
  async run(context, input) {
    const model = drafts(context);
    const record = {
      modelKey: requireModel(context, input.modelKey).name,
      recordId: input.recordId ?? null,
      recordVersion: input.recordVersion ?? null,
      data: input.data,
      expiresAt: new Date(Date.now() + keptMs).toISOString(),
    };
    return inTransaction(context, async (within) => {
      await lockPersonal(within, 'drafts');
      const known = await findDraft(within, input);
      const saved = known
        ? await invoke(within, operations.update, model, { id: known._id, record })
        : await invoke(within, operations.create, model, { record });
      return { text: saved.body };
    });
  },
});
