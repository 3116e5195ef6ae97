import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { recordRecentViews } from '../model-names.ts';
import { readTitle, requireModel } from '../personal/find-record.ts';
import { findOwn } from '../personal/own-records.ts';
import { lockPersonal } from '../sql/lock-personal.ts';

const maxKept = 50;

export const recordView = defineAction({
  name: 'ui.recordView',
  summary: 'Records that the caller opened a record, and moves it to the top of the records opened last',
  routes: [{ method: 'POST', path: '/api/ui/record-recent-views' }],
  access: 'ui:read',
  status: 201,
  input: Type.Object(
    {
      modelKey: Type.String({ minLength: 1, maxLength: 130, description: 'A slug, a model key or module.slug.' }),
      recordId: Type.String({ format: 'uuid' }),
      screenId: Type.Optional(
        Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description: 'Where it was opened.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({}, { additionalProperties: true, description: 'The entry of ui.recordRecentViews.' }),
  async run(context, { modelKey, recordId, screenId }) {
    const opened = requireModel(context, modelKey);
    const recordTitle = await readTitle(context, opened, recordId);
    const model = recordRecentViews(context);
    const record = {
      modelKey: opened.name,
      recordId,
      recordTitle,
      viewedAt: new Date().toISOString(),
      ...(screenId !== undefined && { screenId }),
    };
    return inTransaction(context, async (within) => {
      await lockPersonal(within, 'recent views');
      const names = [opened.name, opened.slug, opened.key];
      const [known] = await findOwn(within, model, { recordId, modelKey: { in: names } }, { limit: 1 });
      if (known) {
        const input = { id: known._id, record };
        return { text: (await invoke(within, operations.update, model, input)).body, status: 200 };
      }
      const { body } = await invoke(within, operations.create, model, { record });
      await deleteOldest(within);
      return { text: body };
    });
  },
});

/** Deletes the oldest views above the maximum. */
async function deleteOldest(context: TransactionContext): Promise<void> {
  const model = recordRecentViews(context);
  const views = await findOwn(context, model, {}, { sort: '-viewedAt', limit: 200 });
  for (const { _id } of views.slice(maxKept)) await invoke(context, operations.remove, model, { id: _id });
}
