import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { fieldPath, fieldRoute } from '../../schema/api-schemas.ts';
import { requireNoDependants } from '../../schema/check-behaviours.ts';
import { removeField } from '../../schema/delete-schema.ts';
import { changeSchema, findField, findModel } from '../../schema/schema-store.ts';

export const deleteField = defineAction({
  name: 'data.deleteField',
  summary: 'Deletes a custom field. It can be restored with its values until EVENT_RETENTION has passed',
  routes: [{ method: 'DELETE', path: fieldRoute }],
  access: 'data:admin',
  status: 204,
  input: Type.Object(fieldPath, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { moduleKey, slug, key }) {
    const model = findModel(context.registry, { moduleKey, slug });
    await changeSchema(context, model, async (txContext, schema) => {
      const field = findField(txContext.caller, schema, model, key);
      requireNoDependants(txContext.registry, model, key);
      await removeField(txContext, model, field);
    });
    return { body: null };
  },
});
