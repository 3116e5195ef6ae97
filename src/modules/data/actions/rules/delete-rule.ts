import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { rulePath, ruleRoute } from '../../schema/rule-schemas.ts';
import { changeSchema } from '../../schema/schema-store.ts';
import { findRule } from '../../schema/visible-rules.ts';
import { removeRule } from '../../sql/model-rules.ts';

export const deleteRule = defineAction({
  name: 'data.deleteRule',
  summary: 'Deletes a rule of a model',
  routes: [{ method: 'DELETE', path: ruleRoute }],
  access: 'data:admin',
  status: 204,
  input: Type.Object(rulePath, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { moduleKey, slug, id }) {
    const path = { moduleKey, slug };
    await changeSchema(context, path, async (txContext) => {
      await removeRule(txContext, findRule(txContext, path, id).id);
    });
    return { body: null };
  },
});
