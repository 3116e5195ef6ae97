import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { fieldPath, fieldRoute, fieldView } from '../../schema/api-schemas.ts';
import { checkBehaviours } from '../../schema/check-behaviours.ts';
import { restoreFieldDefinition } from '../../schema/restore-schema.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { fieldAnswer } from '../../schema/views.ts';

export const restoreField = defineAction({
  name: 'data.restoreField',
  summary: 'Restores a deleted custom field with the values that the records had',
  routes: [{ method: 'POST', path: `${fieldRoute}/restore` }],
  access: 'data:admin',
  input: Type.Object(fieldPath, { additionalProperties: false }),
  output: fieldView,
  async run(context, { moduleKey, slug, key }) {
    const model = findModel(context.registry, { moduleKey, slug });
    const registry = await changeSchema(context, model, async (txContext) => {
      const definition = await restoreFieldDefinition(txContext, findModel(txContext.registry, model), key);
      await checkBehaviours(txContext, model, [{ key, definition }]);
    });
    return fieldAnswer(registry, model, key);
  },
});
