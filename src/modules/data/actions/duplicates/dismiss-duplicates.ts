import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { readableIds } from '#core/duplicates/check-new.ts';
import { AppError, invalid } from '#core/errors.ts';
import { pairsOf } from '../../duplicates/find-groups.ts';
import { deleteDismissals, insertDismissals } from '../../sql/duplicate-dismissals.ts';

const maxIds = 50;

export const dismissDuplicates = defineAction({
  name: 'data.dismissDuplicates',
  summary: 'Says that records are not duplicates of each other, so that they are not listed as such again',
  routes: [{ method: 'POST', path: '/api/data/duplicates/dismiss' }],
  access: 'signed-in',
  input: Type.Object(
    {
      model: Type.String({ description: 'A slug, a model key or module.slug.' }),
      ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 2, maxItems: maxIds, uniqueItems: true }),
      undo: Type.Optional(Type.Boolean({ description: 'Lists them again.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ pairs: Type.Integer() }, { additionalProperties: false }),
  async run(context, { model: name, ids, undo = false }) {
    const model = context.registry.named(name);
    if (!model) throw invalid('model', 'unknown_model', 'must name a model: a slug, a model key or module.slug');
    const grant = context.caller.access.grant(model, 'write');
    const pairs = await inTransaction(context, async (within) => {
      const found = await readableIds(within, grant, ids);
      const missing = ids.filter((id) => !found.includes(id));
      if (missing.length > 0) throw new AppError('not_found', `${model.label} ${missing[0]} was not found.`);
      const chosen = pairsOf(ids.toSorted());
      await (undo ? deleteDismissals : insertDismissals)(within, chosen);
      return chosen.length;
    });
    return { body: { pairs } };
  },
});
