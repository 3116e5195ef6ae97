import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { addField, type NewField } from '../../schema/add-schema.ts';
import { fieldsRoute, fieldView, modelPath, newField } from '../../schema/api-schemas.ts';
import { checkBehaviours } from '../../schema/check-behaviours.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { fieldAnswer } from '../../schema/views.ts';

export const createField = defineAction({
  name: 'data.createField',
  summary: 'Adds a custom field to any model',
  routes: [{ method: 'POST', path: fieldsRoute }],
  access: 'data:admin',
  status: 201,
  input: Type.Object({ ...modelPath, ...newField.properties }, { additionalProperties: false }),
  output: fieldView,
  async run(context, { moduleKey, slug, ...field }) {
    const model = findModel(context.registry, { moduleKey, slug });
    const registry = await changeSchema(context, model, async (txContext) => {
      const { key, ...definition } = field as NewField;
      await addField(txContext, model, field as NewField);
      await checkBehaviours(txContext, model, [{ key, definition }]);
    });
    return fieldAnswer(registry, model, field.key);
  },
});
