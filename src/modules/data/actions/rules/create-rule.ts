import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { modelPath } from '../../schema/api-schemas.ts';
import { checkRule, readRule, requireFreeName } from '../../schema/check-rules.ts';
import { newRule, rulesRoute } from '../../schema/rule-schemas.ts';
import { ruleView } from '../../schema/rule-view.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { ruleAnswer } from '../../schema/visible-rules.ts';
import { insertRule } from '../../sql/model-rules.ts';

export const createRule = defineAction({
  name: 'data.createRule',
  summary: 'Adds a rule to a model. Writes that violate it are refused with its message',
  routes: [{ method: 'POST', path: rulesRoute }],
  access: 'data:admin',
  status: 201,
  input: Type.Object({ ...modelPath, ...newRule }, { additionalProperties: false }),
  output: ruleView,
  async run(context, { moduleKey, slug, ...given }) {
    const path = { moduleKey, slug };
    if (findModel(context.registry, path).readOnly)
      throw new AppError(
        'conflict',
        'Only the platform writes records of this model, and rules do not refuse its writes.',
      );
    const id = newId();
    const registry = await changeSchema(context, path, async (txContext) => {
      const model = findModel(txContext.registry, path);
      const definition = readRule(given);
      requireFreeName(model.rules, definition.name);
      await insertRule(txContext, model, id, definition);
      await checkRule(txContext, path, id);
    });
    return ruleAnswer({ ...context, registry }, path, id);
  },
});
